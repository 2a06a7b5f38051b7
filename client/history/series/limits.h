#ifndef CPSIZER_CLIENT_HISTORY_SERIES_LIMITS_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_LIMITS_H_

#include <cstddef>
#include <cstdint>

// Limits on a history. The memory of the readers depends on these limits and not on the length of the history.
namespace cpsizer::history {

inline constexpr size_t kMaxHistoryFiles = 10'000;
inline constexpr size_t kMaxClusters = 10'000;
// Pods of all clusters over the whole time. Each pod takes about 200 bytes.
inline constexpr size_t kMaxPods = 500'000;
// The length of a namespace, of a cluster or of a pod. Kubernetes: DNS subdomain.
inline constexpr size_t kMaxHistoryNameBytes = 253;

// The nodes of a cluster. The criteria of a size are smaller: uint32.
inline constexpr int64_t kMaxNodes = 1'000'000'000;

// A line of a CSV file.
inline constexpr size_t kMaxCsvLineBytes = 4'096;
// A label of a JSON series that a reader uses.
inline constexpr size_t kMaxLabelBytes = 1'024;
// The depth of the objects and lists of JSON. A response of query_range has a depth of 6.
inline constexpr size_t kMaxJsonDepth = 32;
// The bytes that are read at once. A name, string or number of JSON is shorter than two of these pieces.
inline constexpr size_t kInputPieceBytes = size_t{256} << 10;

// Files that are ordered by time are read at the same time, each with a descriptor and a buffer of kInputPieceBytes.
// More files are sorted.
inline constexpr size_t kMaxOrderedFiles = 128;
// The samples that are sorted in memory. To sort them in a stable way takes the same memory again.
inline constexpr size_t kSortBytes = size_t{32} << 20;
// The sorted parts of a temporary file. They are merged at once, each with a buffer of kRunBufferBytes.
inline constexpr size_t kMaxSortedRuns = 2'048;
inline constexpr size_t kRunBufferBytes = size_t{32} << 10;

// Times, in milliseconds since 1970: the years 1970 to 9999.
inline constexpr int64_t kEndOfTimes = 253'402'300'800'000;

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_LIMITS_H_
