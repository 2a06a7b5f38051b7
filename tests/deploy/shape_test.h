#ifndef CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_
#define CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/deploy/shapes.h"
#include "tests/testing/json.h"

namespace cpsizer::deploy {

// A test of what kubectl makes of each shape. Skipped without a kubectl.
class ShapeTest : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override;

  const std::vector<kube::Json>& objects() const { return objects_; }
  std::vector<kube::Json> All(const std::string& kind) const { return OfKind(objects_, kind); }
  // The pods of all Deployments.
  std::vector<kube::Json> PodTemplates() const;
  // The containers of a pod, and those of all.
  static std::vector<kube::Json> Containers(const kube::Json& pod);
  std::vector<kube::Json> Containers() const;

 private:
  std::vector<kube::Json> objects_;
};

// The program of a container.
std::string ProgramOf(const kube::Json& container);
// The number of a port that has a name in a container; 0 without one.
int PortNamed(const kube::Json& container, const kube::Json& name);
// Whether the pods with `labels` are selected by `selector`, which has matchLabels alone.
bool Selects(const kube::Json& selector, const kube::Json& labels);
std::string NameOfShape(const ::testing::TestParamInfo<Shape>& info);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_
