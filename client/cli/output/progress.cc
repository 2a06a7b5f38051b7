#include "client/cli/output/progress.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(1);

}  // namespace

Progress::Progress(size_t total, absl::string_view what, Environment& environment)
    : total_(total), what_(what), environment_(environment), start_(environment.now()) {}

Progress::~Progress() {
  environment_.err.Wipe();
}

void Progress::Report(size_t done) {
  if (!environment_.err.terminal().interactive || environment_.now() - start_ < kTimeout) return;
  environment_.err.Transient(total_ == 0 ? absl::StrCat(done, " ", what_, " read")
                                         : absl::StrCat(done, " of ", total_, " ", what_, " decided"));
}

}  // namespace cpsizer::cli
