#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_API_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_API_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/ui/page_options.h"
#include "client/cli/ui/page_state.h"
#include "client/cli/ui/what_if.h"
#include "client/service/blocking_service.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// Answers the requests of the page from the files or the cluster of `cpsizer ui`. Writes nothing.
class FleetPageApi : public ui::PageApi {
 public:
  // Both arguments must outlive this object.
  FleetPageApi(const PageOptions& options, const PageState& state) : options_(options), state_(state) {}

  ui::ApiResponse Answer(const ui::ApiRequest& request) override;

 private:
  ui::ApiResponse Get(const ui::ApiRequest& request);
  ui::ApiResponse Post(const ui::ApiRequest& request);
  ui::ApiResponse GetFleet();
  // Returns the response of a verb. Errors: NotFound if there is no data for the view; Unavailable if the cluster does
  // not respond, without a new attempt.
  ui::ApiResponse GetView(absl::string_view view, const std::function<ui::ApiResponse()>& answer) const;
  const PageOptions& options_;
  const PageState& state_;
  std::unique_ptr<BlockingService> client_;  // created by the first request, on the thread of the requests
  CurrentDecisions current_;
  std::shared_ptr<const FleetSnapshot> shown_;  // the snapshot of `fleet_`
  std::shared_ptr<const std::string> fleet_;
  std::shared_ptr<const std::string> reference_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_API_H_
