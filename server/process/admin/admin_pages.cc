#include "server/process/admin/admin_pages.h"

#include <iterator>
#include <utility>

#include "server/process/metric_family.h"
#include "server/process/process_metrics.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kJson = "application/json";

WebResponse Page(absl::string_view content_type, std::string body) {
  WebResponse response;
  response.content_type = std::string(content_type);
  response.headers = {{"Cache-Control", "no-store"}};
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

WebResponse Probe(const absl::Status& status) {
  return status.ok() ? PlainResponse(200, "ok") : PlainResponse(503, status.message());
}

WebResponse Metrics(const AdminPages& pages) {
  std::vector<prometheus::MetricFamily> families = pages.metrics();
  std::vector<prometheus::MetricFamily> process = CollectProcessMetrics();
  std::move(process.begin(), process.end(), std::back_inserter(families));
  return Page(kExpositionType, Expose(families));
}

}  // namespace

WebResponse AnswerAdminPage(const AdminPages& pages, absl::string_view path) {
  if (path == "/metrics") return Metrics(pages);
  if (path == "/livez") return Probe(pages.live());
  if (path == "/readyz") return Probe(pages.ready());
  if (path == "/version") return Page(kJson, pages.version());
  if (path == "/statusz") return Page(kJson, pages.status());
  return PlainResponse(404, "page not found; the pages are /metrics, /livez, /readyz, /version and /statusz");
}

}  // namespace cpsizer::server
