#include "client/tree/scalars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"

namespace cpsizer::tree {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ScalarsOf(const Node& node) {
  std::vector<std::string> scalars;
  ForEachScalar(node, [&scalars](const std::string& path, const std::string& text) {
    scalars.push_back(absl::StrCat(path, "=", text));
  });
  return scalars;
}

TEST(ScalarsTest, EachScalarHasItsPath) {
  EXPECT_THAT(
      ScalarsOf(ParseJson(R"({"kind": "Service", "metadata": {"labels": {"k8s-app": "a", "b.c/d": "", "e.f": "g"}},
                                      "spec": {"ports": [{"port": 8085, "ok": true}, {"port": -1, "ok": false}],
                                               "args": ["--v=1", "x"]}})")),
      ElementsAre("kind=Service", "metadata.labels.k8s-app=a", "metadata.labels[b.c/d]=", "metadata.labels[e.f]=g",
                  "spec.ports[0].port=8085", "spec.ports[0].ok=true", "spec.ports[1].port=-1", "spec.ports[1].ok=false",
                  "spec.args[0]=--v=1", "spec.args[1]=x"));
}

TEST(ScalarsTest, NullsAndEmptyListsHaveNoneAndAnEmptyMapIsOne) {
  EXPECT_THAT(ScalarsOf(ParseJson(R"({"a": null, "c": [], "d": [null]})")), IsEmpty());
  EXPECT_THAT(ScalarsOf(ParseJson(R"({"a": {}, "b": [{}]})")), ElementsAre("a={}", "b[0]={}"));
  EXPECT_THAT(ScalarsOf(ParseJson("{}")), IsEmpty());
  EXPECT_THAT(ScalarsOf(Node()), IsEmpty());
}

TEST(ScalarsTest, WholeNumbersAndBooleansAreInOneForm) {
  EXPECT_THAT(ScalarsOf(PlainScalar({}, "0x10")), ElementsAre("=16"));
  EXPECT_THAT(ScalarsOf(PlainScalar({}, "yes")), ElementsAre("=true"));
  EXPECT_THAT(ScalarsOf(PlainScalar({}, "0.5")), ElementsAre("=0.5"));
  EXPECT_THAT(ScalarsOf(PlainScalar({}, "text")), ElementsAre("=text"));
}

}  // namespace
}  // namespace cpsizer::tree
