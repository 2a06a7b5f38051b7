#include "client/cli/input/listed_kind.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"

namespace cpsizer::cli {
std::string ListPath(const ListedKind& kind, const std::string& name_space) {
  const absl::string_view root = kind.api_version == "v1" ? "/api/" : "/apis/";
  const std::string scope =
      kind.in_namespaces && !name_space.empty() ? absl::StrCat("/namespaces/", kube::PercentEncoded(name_space)) : "";
  return absl::StrCat(root, kind.api_version, scope, "/", kind.plural);
}

absl::Status ListKind(ClusterConnection& connection, const ListedKind& kind, const std::string& name_space,
                      objects::InventoryBuilder& builder, const std::function<bool(const tree::Node&)>& is_left_out) {
  return connection.List({ListPath(kind, name_space), std::string(kind.field_selector)}, [&](tree::Node object) {
    if (is_left_out(object)) return;
    // The API server omits these fields in the items of a list.
    tree::SetText(object, "apiVersion", std::string(kind.api_version));
    tree::SetText(object, "kind", std::string(kind.kind));
    objects::ProblemList problems(NameOfObject(object), builder.inventory().problems);
    builder.AddDocument(object, problems);
  });
}

absl::StatusOr<ListedObjects> ListKinds(const ClusterFlags& flags, absl::Span<const ListedKind> kinds,
                                        const objects::KindSet& read,
                                        const std::function<bool(const ListedKind&, const tree::Node&)>& is_left_out) {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return connection.status();
  objects::InventoryBuilder builder(read);
  ListedObjects listed;
  for (const ListedKind& kind : kinds) {
    const absl::Status status = ListKind(**connection, kind, flags.name_space, builder,
                                         [&](const tree::Node& object) { return is_left_out(kind, object); });
    if (absl::IsNotFound(status)) {
      listed.not_read.push_back(absl::StrCat("the cluster does not serve ", kind.kind, " of ", kind.api_version));
    } else if (absl::IsPermissionDenied(status)) {
      listed.not_read.push_back(
          absl::StrCat("objects of kind ", kind.kind, " are left out: ", std::string(status.message())));
    } else if (!status.ok()) {
      return status;
    }
  }
  listed.inventory = builder.Finish();
  return listed;
}

}  // namespace cpsizer::cli
