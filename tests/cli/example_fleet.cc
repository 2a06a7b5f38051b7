#include "tests/cli/example_fleet.h"

#include <string>

#include "client/objects/file_walk.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/documents.h"
#include "client/tree/node_json.h"
#include "tests/cli/run_command.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {

std::vector<testing::FakeApiKind> ServeExampleFleet(testing::FakeApiServer& server) {
  std::vector<testing::FakeApiKind> kinds = {testing::HostedClusters(), testing::VerticalPodAutoscalers(),
                                             testing::ClusterSizingConfigurations(), testing::MachineSets()};
  for (const testing::FakeApiKind& kind : kinds) server.InstallKind(kind);
  for (const std::string& path : objects::WalkFolder(testing::SourcePath(kFleet)).paths) {
    std::vector<objects::FileProblem> found;
    objects::ProblemList problems(path, found);
    tree::ReadDocuments(ReadSource(path.substr(testing::SourcePath().size() + 1)), problems,
                        [&server](const tree::Node& document) { server.Put(tree::ToJson(document)); });
  }
  return kinds;
}

}  // namespace cpsizer::cli
