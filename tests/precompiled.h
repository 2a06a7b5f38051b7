#ifndef CPSIZER_TESTS_PRECOMPILED_H_
#define CPSIZER_TESTS_PRECOMPILED_H_

// The compiler parses these headers only once, because most tests include them. A test must still include the headers
// that it uses: presets without CPSIZER_UNITY compile each source file separately.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/precompiled.h"

#endif  // CPSIZER_TESTS_PRECOMPILED_H_
