#include "client/cli/input/object_filter.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/output/show.h"
#include "client/kube/config/config_source.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {

void ChooseNamespace(SourceFlags& flags, absl::string_view named, Screen& err) {
  ClusterFlags& cluster = flags.cluster;
  if (cluster.all_namespaces) cluster.name_space.clear();
  if (cluster.all_namespaces || !cluster.name_space.empty() || !flags.files.empty()) return;
  cluster.name_space = NamespaceIn(named);
  if (!cluster.name_space.empty()) return;
  kube::ConfigOptions where;
  where.kubeconfig = cluster.kubeconfig;
  where.context = cluster.context;
  const absl::StatusOr<kube::ClusterConfig> config = kube::FindClusterConfig(where, kube::ProcessEnvironment());
  // An error of the kubeconfig is reported later, when the cluster is read.
  if (!config.ok() || config->is_pod_account || config->name_space == "default") return;
  cluster.name_space = config->name_space;
  PrintNote(absl::StrCat("only the namespace of the context, \"", cluster.name_space,
                         "\", is read; use -A for all namespaces"),
            err);
}

absl::StatusOr<ObjectFilter> ObjectFilter::Make(const SourceFlags& flags, absl::string_view named) {
  ObjectFilter filter;
  filter.name_space_ = flags.cluster.name_space;
  filter.text_ = flags.selector;
  if (filter.text_.empty()) return filter;
  if (!named.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--selector selects from several objects, but ", named, " specifies one; leave one out"));
  }
  absl::StatusOr<objects::LabelSelector> selector = objects::LabelSelector::ParseFlag(filter.text_);
  if (!selector.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(FlagWithSource("--selector", filter.text_), ": ", selector.status().message()));
  }
  filter.selector_ = *std::move(selector);
  return filter;
}

bool ObjectFilter::Admits(absl::string_view name_space, const objects::Labels& labels) const {
  if (!name_space_.empty() && !name_space.empty() && name_space != name_space_) return false;
  return text_.empty() || selector_.Selects(labels);
}

std::string ObjectFilter::Words() const {
  return absl::StrCat(name_space_.empty() ? "" : absl::StrCat(" in namespace \"", name_space_, "\""),
                      text_.empty() ? "" : absl::StrCat(" with labels ", text_));
}

std::string ObjectFilter::LeavesOutAll(absl::string_view kind, size_t left_out) const {
  const bool both = !name_space_.empty() && !text_.empty();
  const absl::string_view flags = both ? "-n or -l" : name_space_.empty() ? "-l" : "-n";
  return absl::StrCat(name_space_.empty() ? "" : absl::StrCat("-n ", objects::Escape(name_space_)), both ? " and " : "",
                      text_.empty() ? "" : absl::StrCat("-l ", objects::Escape(text_)),
                      both ? " together leave out " : " leaves out ",
                      left_out == 1 ? absl::StrCat("the only ", kind) : absl::StrCat("all ", Counted(left_out, kind)),
                      " of the files; change ", flags);
}

}  // namespace cpsizer::cli
