#include "client/sidecar/control/book.h"

namespace cpsizer::sidecar {

void Book::Forget(const std::string& key) {
  holds.Release(key);
  agreements.Forget(key);
  contentions.Forget(key);
}

void Book::Describe(absl::Time now, SidecarStatus& status) const {
  status.held = holds.Count(now);
  status.held_begun = holds.begun();
  status.agreements = agreements.decisions();
  status.observed = agreements.Objects();
  status.contended = contentions.Count(now);
}

}  // namespace cpsizer::sidecar
