#ifndef CPSIZER_TESTS_DEPLOY_SHAPES_H_
#define CPSIZER_TESTS_DEPLOY_SHAPES_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// A combination that can be installed: kustomizations of deploy/ with additional components.
struct Shape {
  std::string name;  // part of the name of a test
  std::vector<std::string> resources;
  std::vector<std::string> components;
  std::string name_space = "cpsizer";  // the namespace in which the shape is installed
};

// The base of the runbooks' URLs in shapes with the component `runbooks`.
inline constexpr char kOtherRunbooks[] = "https://wiki.example.com/on-call/cpsizer";

// Returns whether the shape contains the component deploy/components/NAME.
bool HasComponent(const Shape& shape, const std::string& name);
// Returns whether the shape sizes hosted clusters.
bool HasSidecar(const Shape& shape);
// Returns whether the sidecar of the shape uses a service outside its pod.
bool HasSidecarWithRemoteService(const Shape& shape);

// Returns all overlays, each component with the overlays for which it is intended, and overlays that are used together.
const std::vector<Shape>& Shapes();
// Returns the shape with this name.
const Shape& ShapeNamed(const std::string& name);

// Writes the kustomization of a shape into `folder`, and returns its path for `kubectl -k`.
std::string WriteKustomization(const Shape& shape, const testing::TemporaryFolder& folder);

// Returns the objects that kubectl renders from the kustomization in a folder. Errors: the output of kubectl.
absl::StatusOr<std::vector<kube::Json>> RenderFolder(const std::string& path);

// Returns the objects that kubectl renders for a shape. The result is cached by name, because rendering takes longer
// than most tests. Errors: the output of kubectl.
const absl::StatusOr<std::vector<kube::Json>>& Render(const Shape& shape);

std::vector<kube::Json> OfKind(const std::vector<kube::Json>& objects, const std::string& kind);

// Prints the name of the shape, for parameterized tests.
std::ostream& operator<<(std::ostream& out, const Shape& shape);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_SHAPES_H_
