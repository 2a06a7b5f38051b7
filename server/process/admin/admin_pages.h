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

// What a program shows on its admin port. Each is asked anew for each request, on the thread of the admin server.
struct AdminPages {
  std::function<std::vector<prometheus::MetricFamily>()> metrics;  // /metrics; those of the process are added
  std::function<absl::Status()> live;                              // /livez: ok, or why it had best be started anew
  std::function<absl::Status()> ready;                             // /readyz: ok, or why nothing should be sent to it
  std::function<std::string()> version;                            // /version: JSON
  std::function<std::string()> status;                             // /statusz: JSON
};

// The page at `path`: 503 with a sentence where /livez or /readyz have one, 404 with the list of pages elsewhere.
HttpResponse AnswerAdminPage(const AdminPages& pages, absl::string_view path);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PAGES_H_
