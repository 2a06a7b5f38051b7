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

// A cluster that the service is asked about, as it was known then.
struct Question {
  std::string key;
  Basis basis;
  VpaAction vpa = VpaAction::kNone;
};

// Clusters that the service has answered about in brief, and is to be asked about in full; each once. Those added last
// come first: what changes while very many wait is urgent.
class Unexplained {
 public:
  void Add(std::vector<Question> questions);
  // The next one; absent where there is none.
  absl::optional<Question> Take();
  // Takes this one out of its turn. Whether it was there.
  bool Withdraw(const std::string& key) { return questions_.erase(key) > 0; }
  bool empty() const { return questions_.empty(); }

 private:
  absl::flat_hash_map<std::string, Question> questions_;
  // Keys that `questions_` does not hold are skipped.
  std::deque<std::string> order_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_UNEXPLAINED_H_
