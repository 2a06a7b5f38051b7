#include "tests/deploy/shape_test.h"

#include "tests/testing/real_api/kubectl.h"
#include "tests/testing/tools.h"

namespace cpsizer::deploy {

using kube::Find;
using kube::Json;

void ShapeTest::SetUp() {
  static const std::string reason = testing::WhyKubectlIsMissing();
  if (!reason.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
    GTEST_SKIP() << reason;
  }
  const auto& objects = Render(GetParam());
  ASSERT_TRUE(objects.ok()) << objects.status();
  objects_ = *objects;
}

std::vector<Json> ShapeTest::PodTemplates() const {
  std::vector<Json> pods;
  for (const Json& deployment : All("Deployment")) pods.push_back(Find(deployment, {"spec", "template"}));
  return pods;
}

std::vector<Json> ShapeTest::Containers(const Json& pod) {
  return Find(pod, {"spec", "containers"}).get<std::vector<Json>>();
}

std::vector<Json> ShapeTest::Containers() const {
  std::vector<Json> all;
  for (const Json& pod : PodTemplates()) {
    for (const Json& container : Containers(pod)) all.push_back(container);
  }
  return all;
}

std::string ProgramOf(const Json& container) {
  return container["command"][0];
}

int PortNamed(const Json& container, const Json& name) {
  for (const Json& port : Find(container, {"ports"})) {
    if (port["name"] == name) return port["containerPort"];
  }
  return 0;
}

bool Selects(const Json& selector, const Json& labels) {
  const Json& wanted = Find(selector, {"matchLabels"});
  if (!wanted.is_object() || selector.size() != 1) return false;
  for (const auto& [key, value] : wanted.items()) {
    if (labels.value(key, "") != value) return false;
  }
  return true;
}

std::string NameOfShape(const ::testing::TestParamInfo<Shape>& info) {
  return info.param.name;
}

}  // namespace cpsizer::deploy
