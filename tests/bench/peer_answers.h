#ifndef CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_
#define CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_

#include <string>

#include "absl/status/status.h"

namespace cpsizer::bench {

// Asks both servers about ladders like that of the measured call, for every size in turn and for more than the largest
// holds. Errors: Internal where an answer of the peer differs from ours in any field, or in its bytes: a peer that does
// less is no measure.
absl::Status CheckPeerAnswers(const std::string& ours, const std::string& peer);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_PEER_ANSWERS_H_
