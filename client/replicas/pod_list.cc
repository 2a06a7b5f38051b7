#include "client/replicas/pod_list.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/list_page.h"
#include "client/replicas/limits.h"
#include "client/replicas/read_answer.h"
#include "client/tree/parse_json.h"
#include "cpsizer/limits.h"

namespace cpsizer::replicas {
namespace {

// One list on its way.
class Lister : public std::enable_shared_from_this<Lister> {
 public:
  using Done = std::function<void(absl::StatusOr<PodList>)>;

  Lister(kube::ApiClient& client, const std::string& name_space, std::string selector,
         std::vector<objects::LabelSelector> others, Done done)
      : client_(client),
        resource_{absl::StrCat("/api/v1/namespaces/", kube::PercentEncoded(name_space), "/pods"), ""},
        selector_(std::move(selector)),
        others_(std::move(others)),
        done_(std::move(done)) {
    list_.selected_by.resize(others_.size());
  }

  void GetPage(const std::string& token) {
    kube::Query query;
    query.Add("labelSelector", selector_);
    query.Add("limit", absl::StrCat(kPodsInPage));
    // From the server's cache: nobody needs to ask etcd every few seconds. A token knows its own version.
    if (token.empty()) {
      query.Add("resourceVersion", "0");
    } else {
      query.Add("continue", token);
    }
    kube::HttpRequest request;
    request.path = query.AppendTo(resource_.path);
    request.headers = {kube::AcceptHeader(resource_, /*list=*/true)};
    request.timeout = kApiTimeout;
    request.max_answer_bytes = kMaxPodPageBytes;
    client_.SendForBytes(std::move(request), [self = shared_from_this()](absl::StatusOr<std::string> bytes) {
      self->TakePage(std::move(bytes));
    });
  }

 private:
  void TakePage(absl::StatusOr<std::string> bytes) {
    if (!bytes.ok()) return done_(bytes.status());
    // One by one: ten thousand pods take some hundred MiB as trees.
    absl::Status taken;
    const absl::StatusOr<kube::ListPage> page =
        kube::ReadPage(resource_, tree::ParseList(*bytes, "managedFields", [this, &taken](const tree::Node& item) {
                         if (taken.ok()) taken = Take(item);
                       }));
    *bytes = std::string();  // the largest of all, and no longer of use
    if (!page.ok()) return done_(page.status());
    if (!taken.ok()) return done_(taken);
    if (!page->items.empty()) return done_(absl::InvalidArgumentError("an item of the list of pods is no object"));
    if (!page->next.empty()) return GetPage(page->next);
    done_(std::move(list_));
  }

  absl::Status Take(const tree::Node& item) {
    if (list_.pods.size() == kMaxPods) {
      return absl::ResourceExhaustedError(absl::StrCat("the selector ", selector_, " selects more than ", kMaxPods,
                                                       " pods, the most that are looked at"));
    }
    objects::FoundPod found;
    if (absl::Status status = ReadPod(item, found); !status.ok()) return status;
    for (size_t i = 0; i < others_.size(); ++i) {
      if (others_[i].Selects(found.labels)) list_.selected_by[i] = true;
    }
    list_.pods.push_back(std::move(found.pod));
    return absl::OkStatus();
  }

  kube::ApiClient& client_;
  const kube::Resource resource_;
  const std::string selector_;
  const std::vector<objects::LabelSelector> others_;
  const Done done_;
  PodList list_;
};

}  // namespace

void ListPods(kube::ApiClient& client, const std::string& name_space, const std::string& selector,
              std::vector<objects::LabelSelector> others, std::function<void(absl::StatusOr<PodList>)> done) {
  std::make_shared<Lister>(client, name_space, selector, std::move(others), std::move(done))->GetPage("");
}

}  // namespace cpsizer::replicas
