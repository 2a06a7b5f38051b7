#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_PAGE_API_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_PAGE_API_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"
#include "client/cli/ui/views/client_pool.h"
#include "client/cli/ui/views/current_decisions.h"
#include "client/service/blocking_service.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// Answers the requests of the page from the files or the cluster of `cpsizer ui`. Writes nothing.
class FleetPageApi : public ui::PageApi {
 public:
  // Both arguments must outlive this object.
  FleetPageApi(const PageOptions& options, const PageState& state)
      : options_(options), state_(state), clients_(options.server) {}

  ui::ApiResponse Answer(const ui::ApiRequest& request) override;
  ui::ApiWork WorkOf(absl::string_view path) const override;

 private:
  ui::ApiResponse Get(const ui::ApiRequest& request);
  ui::ApiResponse Post(const ui::ApiRequest& request);
  ui::ApiResponse GetFleet();
  ui::ApiResponse GetReference();
  // Calls `answer` with a client of the service.
  ui::ApiResponse WithClient(const std::function<ui::ApiResponse(BlockingService&)>& answer);
  // Returns the response of a verb. Errors: NotFound if there is no data for the view; Unavailable if the cluster does
  // not respond, without a new attempt; PermissionDenied if the user may not list the objects.
  ui::ApiResponse GetView(absl::string_view view, const std::function<ui::ApiResponse()>& answer) const;

  const PageOptions& options_;
  const PageState& state_;
  ClientPool clients_;
  CurrentDecisions current_;
  std::mutex mutex_;                        // guards the members below
  uint64_t revision_ = 0;                   // of `fleet_`
  std::weak_ptr<const std::string> fleet_;  // while a response has it: a large fleet has many bytes
  std::shared_ptr<const std::string> reference_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_FLEET_PAGE_API_H_
