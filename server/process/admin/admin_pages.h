#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_

#include <prometheus/metric_family.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::server {

// The functions that make the pages of the admin port. The admin server calls a function for each request, on its
// thread.
struct AdminPages {
  // /metrics, without the metrics of the process
  std::function<std::vector<prometheus::MetricFamily>()> metrics;
  std::function<absl::Status()> live;    // /livez: OK, or the reason to restart the process
  std::function<absl::Status()> ready;   // /readyz: OK, or the reason to send no calls to the process
  std::function<std::string()> version;  // /version, in JSON
  std::function<std::string()> status;   // /statusz, in JSON
};

// Returns the page at `path`. If the function for /livez or /readyz returns an error, the HTTP status is 503 and the
// page is the message of the error. If `path` is unknown, the HTTP status is 404 and the page is the list of pages.
WebResponse AnswerAdminPage(const AdminPages& pages, absl::string_view path);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_
