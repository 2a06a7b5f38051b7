#include "client/sidecar/size/unexplained.h"

#include <utility>

namespace cpsizer::sidecar {

void Unexplained::Add(std::vector<Question> questions) {
  for (auto question = questions.rbegin(); question != questions.rend(); ++question) {
    order_.push_front(question->key);
    questions_.insert_or_assign(order_.front(), std::move(*question));
  }
}

absl::optional<Question> Unexplained::Take() {
  while (!order_.empty()) {
    auto taken = questions_.extract(order_.front());
    order_.pop_front();
    if (taken) return std::move(taken.mapped());
  }
  return absl::nullopt;
}

}  // namespace cpsizer::sidecar
