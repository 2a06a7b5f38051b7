// Precompiled headers need a source file; its content is cmake/precompiled.h.
