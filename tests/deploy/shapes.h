#ifndef CPSIZER_TESTS_DEPLOY_SHAPES_H_
#define CPSIZER_TESTS_DEPLOY_SHAPES_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// A combination that can be installed: kustomizations of deploy/, with added components.
struct Shape {
  std::string name;  // for the name of a test
  std::vector<std::string> resources;
  std::vector<std::string> components;
  std::string name_space = "cpsizer";  // the namespace in which it is installed
};

// The base of runbooks that shapes set in the component `runbooks`.
inline constexpr char kOtherRunbooks[] = "https://wiki.example.com/on-call/cpsizer";

// Returns whether it contains the component deploy/components/NAME.
bool HasComponent(const Shape& shape, const std::string& name);
// Returns whether it sizes hosted clusters.
bool HasSidecar(const Shape& shape);
// Returns whether its sidecar uses a service outside its pod.
bool HasAskingSidecar(const Shape& shape);

// Returns all overlays, each component on the overlays that it is for, and overlays that are used together.
const std::vector<Shape>& Shapes();
// Returns the shape with that name.
const Shape& ShapeNamed(const std::string& name);

// Writes the kustomization of a shape into `folder` and returns its path, for `kubectl -k`.
std::string WriteKustomization(const Shape& shape, const testing::TemporaryFolder& folder);

// Returns the objects that kubectl renders from the kustomization in a folder. Errors: the output of kubectl.
absl::StatusOr<std::vector<kube::Json>> RenderFolder(const std::string& path);

// Returns the objects that kubectl renders, cached by name: rendering takes longer than most tests. Errors: the
// output of kubectl.
const absl::StatusOr<std::vector<kube::Json>>& Render(const Shape& shape);

std::vector<kube::Json> OfKind(const std::vector<kube::Json>& objects, const std::string& kind);

// Prints the name for parameterized tests.
std::ostream& operator<<(std::ostream& out, const Shape& shape);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_SHAPES_H_
