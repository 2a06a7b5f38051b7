// Tests the validation of labels, annotations, owner references and finalizers of an autoscaler.
#include "server/engine/replicas/validate/check_metadata.h"

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AutoscalerOf;
using ::cpsizer::testing::ErrorsIn;
using ::cpsizer::testing::Validate;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kMinimalSpec[] = R"({"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                             "maxReplicas": 10})";

v1::HorizontalPodAutoscaler With(absl::string_view metadata) {
  return AutoscalerOf(absl::StrCat(R"({"metadata": {"name": "web", )", metadata, R"(}, "spec": )", kMinimalSpec, "}"));
}

std::string FirstMessage(const v1::HorizontalPodAutoscaler& autoscaler) {
  const v1::ValidateConfigResponse response = Validate(autoscaler);
  return response.findings().empty() ? "" : response.findings(0).message();
}

TEST(CheckMetadata, ItsLabels) {
  const std::string most(63, 'a');
  const std::string long_key = absl::StrCat(most, "a");
  const std::string long_prefix = absl::StrCat(std::string(254, 'p'), "/app");
  const std::string error = "NAME_INVALID metadata.labels";
  const struct {
    std::string key, value;
    std::vector<std::string> errors;
  } cases[] = {
      {"app", "web", {}},
      {"app.kubernetes.io/Name", "A_b.c-1", {}},
      {"app", "", {}},
      {most, most, {}},
      {"", "web", {error}},
      {"a b", "web", {error}},
      {"-app", "web", {error}},
      {long_key, "web", {error}},
      {"/app", "web", {error}},
      {"example.com/", "web", {error}},
      {"Example.com/app", "web", {error}},
      {"a/b/c", "web", {error}},
      {long_prefix, "web", {error}},
      {"app", "a b", {error}},
      {"app", "web-", {error}},
      {"app", long_key, {error}},
      {"a b", "a b", {error, error}},
  };
  for (const auto& c : cases) {
    v1::HorizontalPodAutoscaler autoscaler = With(R"("namespace": "shop")");
    (*autoscaler.mutable_metadata()->mutable_labels())[c.key] = c.value;
    EXPECT_EQ(ErrorsIn(autoscaler), c.errors) << c.key << "=" << c.value;
  }
}

TEST(CheckMetadata, AKeyOfAnAnnotationIsCheckedInLowerCase) {
  for (const char* const key : {"example.com/note", "Example.COM/Note", "note", "\u212aubernetes.io/\u0130d"}) {
    v1::HorizontalPodAutoscaler autoscaler = With(R"("namespace": "shop")");
    (*autoscaler.mutable_metadata()->mutable_annotations())[key] = "any text: \"1\"\n";
    EXPECT_THAT(ErrorsIn(autoscaler), IsEmpty()) << key;
  }
  for (const char* const key : {"", "my note", "example.com/", "exa_mple.com/note", "a/b/c", "\u00e4/note"}) {
    v1::HorizontalPodAutoscaler autoscaler = With(R"("namespace": "shop")");
    (*autoscaler.mutable_metadata()->mutable_annotations())[key] = "text";
    EXPECT_THAT(ErrorsIn(autoscaler), ElementsAre("NAME_INVALID metadata.annotations")) << key;
  }
}

TEST(CheckMetadata, AnnotationsHaveAtMost256KiB) {
  v1::HorizontalPodAutoscaler autoscaler = With(R"("namespace": "shop")");
  auto& annotations = *autoscaler.mutable_metadata()->mutable_annotations();
  annotations["ab"] = "cd";
  annotations["note"] = std::string(kMaxAnnotationBytes - 8, 'x');
  EXPECT_THAT(ErrorsIn(autoscaler), IsEmpty());
  annotations["note"] += 'x';
  EXPECT_THAT(ErrorsIn(autoscaler), ElementsAre("LIMIT_EXCEEDED metadata.annotations"));
  EXPECT_EQ(FirstMessage(autoscaler),
            "the keys and values of the annotations have 262145 bytes, at most 262144 are allowed");
}

TEST(CheckMetadata, ItsOwners) {
  const auto owned = [](absl::string_view owners) {
    return AutoscalerOf(absl::StrCat(R"({"metadata": {"name": "web", "ownerReferences": [)", owners, R"(]}, "spec": )",
                                     kMinimalSpec, "}"));
  };
  constexpr char kOwner[] = R"({"apiVersion": "keda.sh/v1alpha1", "kind": "ScaledObject", "name": "web", "uid": "u"})";
  EXPECT_THAT(ErrorsIn(owned(kOwner)), IsEmpty());
  const auto second = owned(absl::StrCat(kOwner, R"(, {"apiVersion": "v1", "kind": "Pod", "name": "p"})"));
  EXPECT_THAT(ErrorsIn(second), ElementsAre("FIELD_REQUIRED metadata.ownerReferences[1].uid"));
  EXPECT_THAT(ErrorsIn(second, "v1.36.3"), ElementsAre("FIELD_REQUIRED metadata.ownerReferences.uid"));
  EXPECT_THAT(ErrorsIn(owned("{}")), ElementsAre("FIELD_REQUIRED metadata.ownerReferences[0].apiVersion",
                                                 "FIELD_REQUIRED metadata.ownerReferences[0].kind",
                                                 "FIELD_REQUIRED metadata.ownerReferences[0].name",
                                                 "FIELD_REQUIRED metadata.ownerReferences[0].uid"));
  for (const char* const version : {"a/b/c", "apps/"}) {
    const auto malformed =
        owned(absl::StrCat(R"({"apiVersion": ")", version, R"(", "kind": "P", "name": "p", "uid": "u"})"));
    EXPECT_THAT(ErrorsIn(malformed), ElementsAre("API_VERSION_INVALID metadata.ownerReferences[0].apiVersion"))
        << version;
  }
}

TEST(CheckMetadata, OneOwnerIsTheControllerAndNoneIsAnEvent) {
  const auto owner = [](absl::string_view version, absl::string_view kind, absl::string_view rest) {
    return absl::StrCat(R"({"apiVersion": ")", version, R"(", "kind": ")", kind, R"(", "name": "o", "uid": "u")", rest,
                        "}");
  };
  const auto owned = [](std::initializer_list<std::string> owners) {
    return With(absl::StrCat(R"("ownerReferences": [)", absl::StrJoin(owners, ","), "]"));
  };
  const std::string controller = owner("apps/v1", "Deployment", R"(, "controller": true)");
  const std::string other = owner("v1", "Pod", R"(, "controller": false)");
  EXPECT_THAT(ErrorsIn(owned({controller, other})), IsEmpty());
  const auto two = owned({controller, other, owner("v1", "Pod", R"(, "controller": true)")});
  EXPECT_THAT(ErrorsIn(two), ElementsAre("FIELD_FORBIDDEN metadata.ownerReferences"));
  EXPECT_THAT(ErrorsIn(two, "v1.36.3"), ElementsAre("FIELD_FORBIDDEN metadata.ownerReferences"));
  EXPECT_EQ(FirstMessage(two),
            "controller is true for Deployment/o and for Pod/o; only one owner can be the controller");
  EXPECT_THAT(ErrorsIn(owned({other, owner("v1", "Event", "")})),
              ElementsAre("FIELD_FORBIDDEN metadata.ownerReferences[1]"));
  EXPECT_THAT(ErrorsIn(owned({owner("/v1", "Event", "")}), "v1.36.3"),
              ElementsAre("FIELD_FORBIDDEN metadata.ownerReferences"));
  EXPECT_THAT(ErrorsIn(owned({owner("events.k8s.io/v1", "Event", "")})), IsEmpty());
}

TEST(CheckMetadata, ItsFinalizers) {
  const struct {
    const char* finalizers;
    std::vector<std::string> errors;
  } cases[] = {
      {R"("example.com/keep", "kubernetes", "orphan")", {}},
      {R"("example.com/keep", "foregroundDeletion")", {}},
      {R"("keep")", {"NAME_INVALID metadata.finalizers[0]"}},
      {R"("orphan", "a b")", {"NAME_INVALID metadata.finalizers", "NAME_INVALID metadata.finalizers[1]"}},
      {R"("a b/c")", {"NAME_INVALID metadata.finalizers"}},
      {R"("keep", "orphan", "foregroundDeletion", "/")",
       {"NAME_INVALID metadata.finalizers", "FIELD_FORBIDDEN metadata.finalizers",
        "NAME_INVALID metadata.finalizers[0]"}},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ErrorsIn(With(absl::StrCat(R"("finalizers": [)", c.finalizers, "]"))), c.errors) << c.finalizers;
  }
}

TEST(CheckMetadata, MessagesNameTheLabelAndTheForm) {
  const auto labeled = With(R"("labels": {"app": "shop web"})");
  EXPECT_EQ(
      FirstMessage(labeled),
      "the value \"shop web\" of label \"app\" is not a label value: at most 63 letters, digits, -, _ and ., with "
      "a letter or digit at both ends");
  EXPECT_THAT(FirstMessage(With(R"("annotations": {"a b": ""})")),
              StartsWith("the key \"a b\" is not a qualified name"));
  EXPECT_EQ(FirstMessage(With(R"("finalizers": ["keep"])")),
            "the finalizer \"keep\" has no domain, such as example.com/name, and is not kubernetes, orphan or "
            "foregroundDeletion");
}

TEST(CheckMetadata, ErrorsComeInTheOrderOfTheApiServer) {
  const auto autoscaler = AutoscalerOf(R"({
      "metadata": {"namespace": "a.b", "finalizers": ["x"], "annotations": {"a b": ""}, "ownerReferences": [{}],
                   "labels": {"b": "-", "a": "-"}},
      "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}})");
  EXPECT_THAT(
      ErrorsIn(autoscaler),
      ElementsAre("FIELD_REQUIRED metadata.name", "NAME_INVALID metadata.namespace", "NAME_INVALID metadata.labels",
                  "NAME_INVALID metadata.labels", "NAME_INVALID metadata.annotations",
                  "FIELD_REQUIRED metadata.ownerReferences[0].apiVersion",
                  "FIELD_REQUIRED metadata.ownerReferences[0].kind", "FIELD_REQUIRED metadata.ownerReferences[0].name",
                  "FIELD_REQUIRED metadata.ownerReferences[0].uid", "NAME_INVALID metadata.finalizers[0]",
                  "FIELD_REQUIRED spec.maxReplicas"));
}

TEST(CheckMetadata, HundredsOfThousandsOfErrorsAreBounded) {
  v1::HorizontalPodAutoscaler autoscaler = With(R"("namespace": "shop")");
  for (int i = 0; i < 100'000; ++i) autoscaler.mutable_metadata()->add_owner_references();
  autoscaler.mutable_spec()->set_max_replicas(0);
  const std::vector<std::string> errors = ErrorsIn(autoscaler);
  EXPECT_EQ(errors.size(), static_cast<size_t>(kMaxReplicasFindings) + 1);
  EXPECT_EQ(errors.back(), "FIELD_REQUIRED spec.maxReplicas");
}

}  // namespace
}  // namespace cpsizer
