#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_

#include <prometheus/metric_family.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/process/admin/admin_connection.h"

namespace cpsizer::server {

// The pages on the admin port of a program. Each function is called for each request, on the thread of the admin
// server.
struct AdminPages {
  std::function<std::vector<prometheus::MetricFamily>()> metrics;  // /metrics; the metrics of the process are added
  std::function<absl::Status()> live;                              // /livez: OK, or the reason for a restart
  std::function<absl::Status()> ready;                             // /readyz: OK, or the reason to send no calls
  std::function<std::string()> version;                            // /version: JSON
  std::function<std::string()> status;                             // /statusz: JSON
};

// Returns the page at `path`. If /livez or /readyz has an error, the page has the status 503 and the message of the
// error. For an unknown path, the page has the status 404 and the list of pages.
HttpResponse AnswerAdminPage(const AdminPages& pages, absl::string_view path);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_
