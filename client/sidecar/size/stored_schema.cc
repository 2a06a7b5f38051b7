#include "client/sidecar/size/stored_schema.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/sidecar/size/objects.h"
#include "client/sidecar/size/size_requests.h"

namespace cpsizer::sidecar {
namespace {

using tree::Node;

constexpr absl::string_view kVersion = "v1alpha1";

// Returns whether an object of the JSON schema `schema` can have the field at `path`.
bool HasField(const Node& schema, absl::string_view path) {
  const Node* node = &schema;
  for (absl::string_view step : absl::StrSplit(path, '.')) {
    const Node& keeps_all = tree::Find(*node, {"x-kubernetes-preserve-unknown-fields"});
    if (keeps_all.kind == tree::NodeKind::kBool && keeps_all.integer != 0) return true;
    const bool list = absl::ConsumeSuffix(&step, "[]");
    node = &tree::Find(*node, {"properties", step});
    if (list) node = &tree::Find(*node, {"items"});
  }
  return !node->is_null();
}

bool IsFalse(const Node& version, absl::string_view field) {
  const Node& value = tree::Find(version, {field});
  return value.kind == tree::NodeKind::kBool && value.integer == 0;
}

}  // namespace

absl::StatusOr<StoredSchema> ReadStoredSchema(const Node& crd) {
  StoredSchema read;
  read.fields = objects::FieldsInSchema();
  bool has_version = false;
  for (const Node& version : tree::Find(crd, {"spec", "versions"}).items) {
    const Node& schema = tree::Find(version, {"schema", "openAPIV3Schema"});
    has_version |= tree::TextAt(version, {"name"}) == kVersion && !schema.is_null();
    if (IsFalse(version, "served") && IsFalse(version, "storage")) continue;
    std::erase_if(read.fields, [&schema](const std::string& field) { return !HasField(schema, field); });
  }
  if (!has_version) return absl::InvalidArgumentError(absl::StrCat("it has no schema for the version ", kVersion));
  read.version =
      absl::StrCat(tree::TextAt(crd, {"metadata", "uid"}), "/", tree::NumberAt(crd, {"metadata", "generation"}));
  return read;
}

void ReadSchema(const Writes::SendRequest& send, std::function<void(const absl::StatusOr<StoredSchema>&)> done) {
  send(GetConfigurationCrd(), nullptr, [send, done = std::move(done)](const absl::StatusOr<Node>& crd) {
    absl::StatusOr<StoredSchema> schema = crd.ok() ? ReadStoredSchema(*crd) : crd.status();
    if (!schema.ok()) return done(schema);
    send(GetConfiguration(), nullptr, [schema = *std::move(schema), done](const absl::StatusOr<Node>& object) mutable {
      if (object.ok()) {
        const Configuration configuration = ReadConfiguration(*object);
        schema.uid = configuration.uid;
        schema.configured = objects::FieldsOf(configuration.config.spec());
      }
      done(schema);
    });
  });
}

}  // namespace cpsizer::sidecar
