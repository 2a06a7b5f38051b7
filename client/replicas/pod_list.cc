#include "client/replicas/pod_list.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/list_page.h"
#include "client/kube/resource_path.h"
#include "client/replicas/limits.h"
#include "client/replicas/other_owners.h"
#include "client/replicas/read_answer.h"
#include "cpsizer/limits.h"

namespace cpsizer::replicas {
namespace {

// One list in progress.
class Lister : public std::enable_shared_from_this<Lister> {
 public:
  using Take = std::function<absl::Status(objects::FoundPod)>;
  using Done = std::function<void(const absl::Status&)>;

  Lister(kube::ApiClient& client, const PodQuery& query, Take take, Done done)
      : client_(client),
        resource_{absl::StrCat("/api/v1/namespaces/", kube::PercentEncoded(query.name_space), "/pods"), ""},
        selector_(query.selector),
        max_page_bytes_(query.max_page_bytes),
        take_(std::move(take)),
        done_(std::move(done)) {}

  void GetPage(const std::string& token) {
    kube::Query query;
    if (!selector_.empty()) query.Add("labelSelector", selector_);
    query.Add("limit", absl::StrCat(kPodsInPage));
    // Version 0 means that the API server reads from its cache. Without this version, it would read from etcd for each
    // list. Requests for later pages need no version, because the token contains the version.
    if (token.empty()) {
      query.Add("resourceVersion", "0");
    } else {
      query.Add("continue", token);
    }
    kube::HttpRequest request = kube::GetRequest(query.AppendTo(resource_.path), max_page_bytes_, kApiTimeout);
    request.headers = {kube::AcceptHeader(resource_, /*list=*/true)};
    client_.SendForBytes(std::move(request), [self = shared_from_this()](absl::StatusOr<std::string> bytes) {
      self->TakePage(std::move(bytes));
    });
  }

 private:
  void TakePage(absl::StatusOr<std::string> bytes) {
    if (absl::Status status = kube::CheckListSize(resource_, /*objects=*/0, ++pages_); !status.ok()) {
      return done_(status);
    }
    const absl::StatusOr<kube::ListPage> page = kube::ReadPage(
        resource_, std::move(bytes), [this](const tree::Node& item) { return TakePod(item); }, "managedFields");
    if (!page.ok()) return done_(page.status());
    if (page->no_objects > 0) return done_(absl::InvalidArgumentError("an item of the list of pods is not an object"));
    if (!page->next.empty()) return GetPage(page->next);
    done_(absl::OkStatus());
  }

  absl::Status TakePod(const tree::Node& item) {
    if (client_.stopping()) return absl::CancelledError("stopping");
    objects::FoundPod found;
    if (absl::Status status = ReadPod(item, found); !status.ok()) return status;
    kept_bytes_ += KeptBytes(found.pod, found.labels) + found.owner.kind.size() + found.owner.name.size();
    if (kept_bytes_ > kMaxKeptPodBytes) {
      return absl::ResourceExhaustedError(absl::StrCat("the pods of ", resource_.path, " take more than ",
                                                       kMaxKeptPodBytes, " bytes of memory, the limit"));
    }
    return take_(std::move(found));
  }

  kube::ApiClient& client_;
  const kube::Resource resource_;
  const std::string selector_;
  const size_t max_page_bytes_;
  const Take take_;
  const Done done_;
  size_t pages_ = 0;
  size_t kept_bytes_ = 0;
};

void NoteSelectors(const objects::FoundPod& pod, const std::vector<objects::LabelSelector>& others, PodList& list) {
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i].Selects(pod.labels)) list.selected_by[i] = true;
  }
  list.owners.insert(OwnerOf(pod));
}

}  // namespace

PodList SelectPods(const std::vector<objects::FoundPod>& pods, const objects::LabelSelector& selector,
                   const std::vector<objects::LabelSelector>& others) {
  PodList list;
  list.selected_by.resize(others.size());
  for (const objects::FoundPod& found : pods) {
    if (!selector.Selects(found.labels)) continue;
    NoteSelectors(found, others, list);
    list.pods.push_back(found.pod);
  }
  return list;
}

void ReadPods(kube::ApiClient& client, const PodQuery& query, std::function<absl::Status(objects::FoundPod)> take,
              std::function<void(const absl::Status&)> done) {
  std::make_shared<Lister>(client, query, std::move(take), std::move(done))->GetPage("");
}

void ListPods(kube::ApiClient& client, const std::string& name_space, const std::string& selector,
              std::vector<objects::LabelSelector> others, std::function<void(absl::StatusOr<PodList>)> done) {
  const auto list = std::make_shared<PodList>();
  list->selected_by.resize(others.size());
  const auto take = [list, selector, others = std::move(others)](objects::FoundPod found) {
    if (list->pods.size() == kMaxPods) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the selector ", selector, " selects more than ", kMaxPods, " pods, the limit"));
    }
    NoteSelectors(found, others, *list);
    list->pods.push_back(std::move(found.pod));
    return absl::OkStatus();
  };
  ReadPods(client, {name_space, selector}, take, [list, done = std::move(done)](const absl::Status& status) {
    status.ok() ? done(std::move(*list)) : done(status);
  });
}

}  // namespace cpsizer::replicas
