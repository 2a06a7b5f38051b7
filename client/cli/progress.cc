#include "client/cli/progress.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);
// Back to the first column, and wipe what is there.
constexpr absl::string_view kWipe = "\r\033[K";

}  // namespace

Progress::Progress(size_t total, Environment& environment)
    : total_(total), environment_(environment), start_(environment.now()) {}

Progress::~Progress() {
  if (shown_) environment_.err.Raw(kWipe).Flush();
}

void Progress::Report(size_t done) {
  if (!environment_.err.terminal().interactive || environment_.now() - start_ < kPatience) return;
  shown_ = true;
  environment_.err.Raw(absl::StrCat(kWipe, done, " of ", total_, " clusters decided")).Flush();
}

}  // namespace cpsizer::cli
