#ifndef CPSIZER_CMAKE_PRECOMPILED_H_
#define CPSIZER_CMAKE_PRECOMPILED_H_

// The headers that most sources of the product include. They are parsed once. A source must still include all headers
// that it uses, because presets without CPSIZER_UNITY compile each source alone.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

#endif  // CPSIZER_CMAKE_PRECOMPILED_H_
