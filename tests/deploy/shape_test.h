#ifndef CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_
#define CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/deploy/shapes.h"
#include "tests/testing/json.h"

namespace cpsizer::deploy {

// A test of the objects that kubectl renders for each shape. The tests are skipped if there is no kubectl.
class ShapeTest : public ::testing::TestWithParam<Shape> {
 protected:
  void SetUp() override;

  const std::vector<kube::Json>& objects() const { return objects_; }
  std::vector<kube::Json> All(const std::string& kind) const { return OfKind(objects_, kind); }
  // Returns the pods of all Deployments.
  std::vector<kube::Json> PodTemplates() const;
  // Return the containers of a pod, and the containers of all pods.
  static std::vector<kube::Json> Containers(const kube::Json& pod);
  std::vector<kube::Json> Containers() const;

 private:
  std::vector<kube::Json> objects_;
};

// Returns the name of the program of a container.
std::string ProgramOf(const kube::Json& container);
// Returns the number of a named port in a container; 0 if it is absent.
int PortNamed(const kube::Json& container, const kube::Json& name);
// Returns whether `selector` selects pods with `labels`. The selector must have only matchLabels.
bool Selects(const kube::Json& selector, const kube::Json& labels);
std::string NameOfShape(const ::testing::TestParamInfo<Shape>& info);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_SHAPE_TEST_H_
