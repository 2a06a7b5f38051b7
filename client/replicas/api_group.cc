#include "client/replicas/api_group.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/replicas/limits.h"

namespace cpsizer::replicas {
namespace {

void AddVersion(absl::string_view version, ApiGroup& group) {
  const auto& known = group.versions;
  if (known.size() >= kMaxGroupVersions) return;
  if (!version.empty() && std::find(known.begin(), known.end(), version) == known.end()) {
    group.versions.emplace_back(version);
  }
}

// Accepts the kind in lower case too, as the mapper of client-go does.
bool Serves(const ApiGroup::Served& served, absl::string_view kind) {
  return served.kind == kind || absl::AsciiStrToLower(served.kind) == kind;
}

}  // namespace

std::string GroupPath(absl::string_view group) {
  return group.empty() ? "/api" : absl::StrCat("/apis/", kube::PercentEncoded(group));
}

std::string GroupOf(absl::string_view api_version, std::string& error) {
  error.clear();
  if (api_version.empty() || api_version == "/") return "";
  const auto slashes = std::count(api_version.begin(), api_version.end(), '/');
  if (slashes == 0) return "";
  if (slashes == 1) return std::string(api_version.substr(0, api_version.find('/')));
  error = absl::StrCat("unexpected GroupVersion string: ", api_version);
  return "";
}

std::string ApiResource::PathOf(absl::string_view name_space, absl::string_view name) const {
  const std::string scope = namespaced ? absl::StrCat("namespaces/", kube::PercentEncoded(name_space), "/") : "";
  return absl::StrCat(GroupPath(group), "/", kube::PercentEncoded(version), "/", scope, kube::PercentEncoded(plural),
                      "/", kube::PercentEncoded(name));
}

std::string ApiResource::Name() const {
  return absl::StrCat(plural, group.empty() ? "" : ".", group);
}

std::vector<ApiResource> ApiGroup::ResourcesOf(absl::string_view kind) const {
  std::vector<ApiResource> resources;
  for (const Served& candidate : served) {
    if (!Serves(candidate, kind)) continue;
    const auto same = std::find_if(resources.begin(), resources.end(),
                                   [&](const ApiResource& resource) { return resource.plural == candidate.plural; });
    if (same == resources.end() && resources.size() < kMaxResourcesOfKind) {
      resources.push_back({name, candidate.version, candidate.plural, candidate.namespaced});
    } else if (same != resources.end() && candidate.version == preferred) {
      same->version = preferred;
      same->namespaced = candidate.namespaced;
    }
  }
  return resources;
}

void ApiGroup::SortServed() {
  const auto place = [this](const Served& one) { return std::find(versions.begin(), versions.end(), one.version); };
  std::stable_sort(served.begin(), served.end(), [&](const Served& a, const Served& b) { return place(a) < place(b); });
}

ApiGroup ReadApiGroup(absl::string_view name, const tree::Node& answer) {
  ApiGroup group;
  group.name = std::string(name);
  for (const tree::Node& version : tree::Find(answer, {"versions"}).items) {
    AddVersion(tree::TextAt(version, {}), group);
    AddVersion(tree::TextAt(version, {"version"}), group);
  }
  group.preferred = std::string(tree::TextAt(answer, {"preferredVersion", "version"}));
  return group;
}

void AddServed(absl::string_view version, const tree::Node& answer, ApiGroup& group) {
  for (const tree::Node& resource : tree::Find(answer, {"resources"}).items) {
    if (group.served.size() >= kMaxGroupResources) return;
    ApiGroup::Served served;
    served.version = std::string(version);
    served.kind = std::string(tree::TextAt(resource, {"kind"}));
    served.plural = std::string(tree::TextAt(resource, {"name"}));
    const tree::Node& namespaced = tree::Find(resource, {"namespaced"});
    served.namespaced = namespaced.kind == tree::NodeKind::kBool && namespaced.integer != 0;
    const bool subresource = absl::StrContains(served.plural, '/');
    if (!subresource && !served.kind.empty() && !served.plural.empty()) group.served.push_back(std::move(served));
  }
}

}  // namespace cpsizer::replicas
