#ifndef CPSIZER_TESTS_DEPLOY_SHAPES_H_
#define CPSIZER_TESTS_DEPLOY_SHAPES_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/json.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::deploy {

// Something that can be installed: kustomizations of deploy/, with components on top.
struct Shape {
  std::string name;  // for the name of a test
  std::vector<std::string> resources;
  std::vector<std::string> components;
  std::string name_space = "cpsizer";  // where it is installed
};

// The base of runbooks that the component `runbooks` is given in shapes.
inline constexpr char kOtherRunbooks[] = "https://wiki.example.com/on-call/cpsizer";

// Whether the component deploy/components/NAME is in it.
bool HasComponent(const Shape& shape, const std::string& name);
// One that sizes hosted clusters.
bool HasSidecar(const Shape& shape);
// One that asks a service which is not in its pod.
bool HasAskingSidecar(const Shape& shape);

// All overlays as they are, each component on the overlays that it is for, and overlays that go together.
const std::vector<Shape>& Shapes();
// The one of that name.
const Shape& ShapeNamed(const std::string& name);

// Writes the kustomization of a shape into `folder` and returns its path, for `kubectl -k`.
std::string WriteKustomization(const Shape& shape, const testing::TemporaryFolder& folder);

// The objects that kubectl makes of the kustomization in a folder. Errors: what kubectl says.
absl::StatusOr<std::vector<kube::Json>> RenderFolder(const std::string& path);

// The objects that kubectl makes of it, asked once for each name: it takes longer than most tests do. Errors: what
// kubectl says.
const absl::StatusOr<std::vector<kube::Json>>& Render(const Shape& shape);

std::vector<kube::Json> OfKind(const std::vector<kube::Json>& objects, const std::string& kind);

// For the names of parameterized tests.
std::ostream& operator<<(std::ostream& out, const Shape& shape);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_SHAPES_H_
