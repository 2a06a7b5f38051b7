#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_SERVICE_METHODS_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_SERVICE_METHODS_H_

#include "absl/strings/string_view.h"
#include "client/service/blocking_service.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// The path of a method of the service, without its name.
inline constexpr char kServicePath[] = "/api/cpsizer.v1.SizingService/";

// Calls a method of the service with the JSON form of its request. The limits of the service apply.
ui::ApiResponse CallMethod(absl::string_view method, absl::string_view body, BlockingService& client);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_SERVICE_METHODS_H_
