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

TEST(FieldOwnersTest, AnEmptyMapOwnsNothingBelowIt) {
  const Json empty = Json::object();
  const Json only_spec = {{"f:spec", empty}};
  const Json only_template = {{"f:spec", {{"f:template", {{"f:spec", empty}}}}}};
  EXPECT_EQ(OtherOwner(only_spec, "spec.containers[0].image"), "");
  EXPECT_EQ(OtherOwner(only_spec, "spec.replicas"), "");
  EXPECT_EQ(OtherOwner(only_spec, "spec"), "argocd") << "the map itself";
  EXPECT_EQ(OtherOwner(only_template, "spec.template.spec.hostNetwork"), "");
  EXPECT_EQ(OtherOwner(empty, "spec.replicas"), "");
}

TEST(FieldOwnersTest, TheOwnerOfAnAtomicValueOwnsAllOfIt) {
  const Json empty = Json::object();
  EXPECT_EQ(OtherOwner({{"f:spec", {{"f:selector", empty}}}}, "spec.selector.app"), "argocd");
  EXPECT_EQ(OtherOwner({{"f:spec", {{"f:nodeSelector", empty}}}}, "spec.nodeSelector[kubernetes.io/os]"), "argocd");
  EXPECT_EQ(OtherOwner({{"f:spec", {{"f:podSelector", empty}}}}, "spec.podSelector.matchLabels.a"), "argocd");
  EXPECT_EQ(OtherOwner({{"f:spec", {{"f:fieldRef", empty}}}}, "spec.fieldRef.fieldPath"), "argocd");
  EXPECT_EQ(OtherOwner({{"f:spec", {{"f:containers", empty}}}}, "spec.containers[0].image"), "argocd") << "a list";
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
