#include "client/sidecar/cluster_autoscaler/field_owners.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/json.h"
#include "client/tree/node_json.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

Json FieldsOfList(const std::string& list, const Json& items) {
  return {{"f:spec", {{"f:" + list, items}}}};
}

// Returns the fields of the list item with the name `a`.
Json FieldsOfItem() {
  return {{R"(k:{"name":"a"})", {{"f:image", Json::object()}}}};
}

// Returns the manager, other than the sidecar, that owns the field at `path` of an object with the container `a`. The
// manager `argocd` has applied `fields`.
std::string OtherOwner(const Json& fields, absl::string_view path) {
  const Json entry = {{"manager", "argocd"}, {"operation", "Apply"}, {"fieldsV1", fields}};
  Json object;
  object["metadata"]["managedFields"].push_back(entry);
  object["spec"]["containers"].push_back({{"name", "a"}, {"image", "x"}});
  return OwnersOf(tree::FromJson(object), ParseFieldPath(path)).other;
}

TEST(FieldOwnersTest, TheApplierOfAFieldOfAnItemOwnsIt) {
  EXPECT_EQ(OtherOwner(FieldsOfList("containers", FieldsOfItem()), "spec.containers[0].image"), "argocd");
}

TEST(FieldOwnersTest, OnlyTheKeysOfAnItemIdentifyIt) {
  const Json items = {
      {".", Json::object()}, {R"(v:"a")", Json::object()}, {R"(k:{"name":"b"})", {{"f:image", Json::object()}}}};
  EXPECT_EQ(OtherOwner(FieldsOfList("containers", items), "spec.containers[0].image"), "");
}

TEST(FieldOwnersTest, InvalidFieldsOwnNothing) {
  for (const Json& fields : {Json(), Json(7), Json("x"), Json::array()}) {
    EXPECT_EQ(OtherOwner(fields, "spec.containers[0].image"), "") << fields.dump();
  }
}

TEST(FieldOwnersTest, AnItemThatDoesNotExistHasNoOwner) {
  EXPECT_EQ(OtherOwner(FieldsOfList("initContainers", FieldsOfItem()), "spec.initContainers[0].image"), "")
      << "the list does not exist";
  EXPECT_EQ(OtherOwner(FieldsOfList("containers", FieldsOfItem()), "spec.containers[1].image"), "");
}

}  // namespace
}  // namespace cpsizer::sidecar
