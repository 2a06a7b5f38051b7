#ifndef CPSIZER_TESTS_PRECOMPILED_H_
#define CPSIZER_TESTS_PRECOMPILED_H_

// Headers that most tests include, parsed once. A test still includes what it uses: presets without CPSIZER_UNITY
// compile each source alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmake/precompiled.h"

#endif  // CPSIZER_TESTS_PRECOMPILED_H_
