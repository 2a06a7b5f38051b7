#ifndef CPSIZER_TESTS_CLI_UI_PAGE_FIXTURE_H_
#define CPSIZER_TESTS_CLI_UI_PAGE_FIXTURE_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cli/ui/fleet/page_fleet.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/cli/ui/ui_flags.h"
#include "client/cli/ui/views/fleet_page_api.h"
#include "client/service/blocking_service.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// The API of the page as `cpsizer ui` makes it, without its HTTP server. The time is that of RunOptions::now until it
// is advanced.
class TestedPage {
 public:
  struct Answer {
    int code = 0;
    nlohmann::json json;
    uint64_t revision = 0;
  };

  explicit TestedPage(UiFlags flags);

  Answer Get(absl::string_view path, absl::string_view query = "");
  // Sends bytes, or JSON.
  Answer PostBytes(absl::string_view path, absl::string_view body);
  Answer Post(absl::string_view path, const nlohmann::json& body) { return PostBytes(path, body.dump()); }

  ui::ApiWork WorkOf(absl::string_view path) const { return api_->WorkOf(path); }

  const PageOptions& options() const { return *options_; }
  const Inputs& inputs() const { return first_; }
  // Returns the messages about the objects that were read, as `cpsizer ui` prints them.
  std::string printed() const { return err_.str(); }
  PageFleet& fleet() { return *fleet_; }
  BlockingService& client() { return *client_; }
  PageState& state() { return *state_; }
  void Advance(absl::Duration time) { now_ += time; }

 private:
  Answer Send(const ui::ApiRequest& request);

  absl::Time now_;
  std::ostringstream out_;
  std::ostringstream err_;
  std::unique_ptr<PageOptions> options_;
  Inputs first_;  // without an inventory
  std::unique_ptr<BlockingService> client_;
  std::unique_ptr<PageFleet> fleet_;
  std::unique_ptr<PageState> state_;
  std::unique_ptr<FleetPageApi> api_;
};

// Returns flags that read files. The paths are relative to the root folder of the repository.
UiFlags FlagsForFiles(const std::vector<std::string>& files);

}  // namespace cpsizer::cli

#endif  // CPSIZER_TESTS_CLI_UI_PAGE_FIXTURE_H_
