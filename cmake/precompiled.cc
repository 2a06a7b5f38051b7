// A target with precompiled headers needs a source file. The headers are in cmake/precompiled.h.
