// Precompiled headers need a source; tests/precompiled.h is what counts.
