// Precompiled headers need a source file; its content is tests/precompiled.h.
