// CMake needs a source file for the precompiled header tests/precompiled.h.
