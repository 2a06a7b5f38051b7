#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_UNEXPLAINED_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_UNEXPLAINED_H_

#include <deque>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"
#include "client/sidecar/size/applier.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// A cluster in a request to the service, as it was at that time.
struct Question {
  std::string key;
  Basis basis;
  VpaAction vpa = VpaAction::kNone;
};

// Clusters with a brief response whose full response is still to be requested; each once. The last added comes first,
// because a change while very many wait is urgent.
class Unexplained {
 public:
  void Add(std::vector<Question> questions);
  // Returns the next one; absent if there is none.
  absl::optional<Question> Take();
  // Removes this one. Returns whether it was present.
  bool Withdraw(const std::string& key) { return questions_.erase(key) > 0; }
  bool empty() const { return questions_.empty(); }

 private:
  absl::flat_hash_map<std::string, Question> questions_;
  // Keys that `questions_` does not hold are skipped.
  std::deque<std::string> order_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_UNEXPLAINED_H_
