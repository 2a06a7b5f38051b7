// Precompiled headers need a source; cmake/precompiled.h is what counts.
