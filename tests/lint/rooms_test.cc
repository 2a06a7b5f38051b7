// The dependencies between rooms: which rooms may include which.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

// Standard headers for time, files, threads, randomness or the terminal.
constexpr char kImpureHeaders[] =
    "<(atomic|chrono|condition_variable|csignal|cstdio|cstdlib|ctime|filesystem|fstream|future|iostream|mutex|random|"
    "semaphore|shared_mutex|thread)>";
constexpr char kImpureAbseil[] = R"re("absl/(debugging|flags|log|random|synchronization|time)/.*")re";
constexpr char kImpureCalls[] =
    R"re(\b(getenv|fopen|std::(cin|cout|cerr|clog|time|rand)|clock_gettime|gettimeofday|usleep|sleep_for)\b)re";

struct Room {
  const char* name;
  std::vector<std::string> folders;
  // Path prefixes. Files of `folders` whose paths begin with one of these prefixes belong to another room.
  std::vector<std::string> except;
  // An include must match `allowed`, and must not match any of `forbidden_includes`.
  const char* allowed;
  std::vector<const char*> forbidden_includes;
  const char* forbidden_code;
};

constexpr char kNothing[] = "(?!)";
constexpr char kAnything[] = ".*";
constexpr char kHttpClient[] = "<curl/.*>";
constexpr char kGrpc[] = R"re([<"]grpc.*)re";
constexpr char kClient[] = "\"client/.*";
constexpr char kServer[] = "\"server/.*";
constexpr char kEngine[] = "\"server/engine/.*";
constexpr char kService[] = "\"server/rpc/.*";
// The headers of include/cpsizer, except the generated ones.
constexpr char kDecisionLibrary[] = R"re("cpsizer/[^/]*\.h")re";
// The server, except the parts that any program may use: flags, the log, the admin port, TLS files, and text.
constexpr char kServerExceptShared[] = R"re("server/(?!process/|engine/base/text\.h).*)re";

const std::vector<Room>& Rooms() {
  static const std::vector<Room> rooms = {
      {"decision library: functions of values",
       {"include", "server/engine"},
       {},
       R"re("(cpsizer|server/engine|absl|google/protobuf|google/rpc)/.*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      {"what decisions share knows none of them",
       {"server/engine/base"},
       {},
       kAnything,
       {R"re("server/engine/(?!base/).*)re"},
       kNothing},
      {"size decision: no other",
       {"server/engine/size"},
       {},
       kAnything,
       {R"re("server/engine/(?!(base|size)/).*)re"},
       kNothing},
      {"replicas decision: no other",
       {"server/engine/replicas"},
       {},
       kAnything,
       {R"re("server/engine/(?!(base|replicas)/).*)re"},
       kNothing},
      {"decision about CPU requests: no other",
       {"server/engine/cpu_requests"},
       {},
       kAnything,
       {R"re("server/engine/(?!(base|cpu_requests)/).*)re"},
       kNothing},
      {"decision about the cluster-autoscaler: no other",
       {"server/engine/cluster_autoscaler"},
       {},
       kAnything,
       {R"re("server/engine/(?!(base|cluster_autoscaler)/).*)re"},
       kNothing},
      {"decision about control plane machines: no other",
       {"server/engine/machine"},
       {},
       kAnything,
       {R"re("server/engine/(?!(base|machine)/).*)re"},
       kNothing},
      {"API: messages and their descriptors",
       {"proto"},
       {},
       R"re("(proto|absl|google/protobuf)/.*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      {"process: no service, no decision",
       {"server/process"},
       {},
       kAnything,
       {kClient, kHttpClient, kService, R"re("server/engine/(?!base/text\.h).*)re",
        R"re("cpsizer/(?!quantity\.h)[^/]*\.h")re"},
       kNothing},
      {"server: no client, no HTTP client",
       {"server"},
       {"server/engine/"},
       kAnything,
       {kClient, kHttpClient},
       kNothing},
      {"trees of documents: nothing but JSON",
       {"client/tree"},
       {"client/tree/documents/"},
       kAnything,
       {kGrpc, kServer, kDecisionLibrary, "\"cpsizer/.*", "\"client/(?!tree/).*", kHttpClient},
       kNothing},
      {"documents of YAML and JSON: no messages, no gRPC",
       {"client/tree/documents"},
       {},
       kAnything,
       {kGrpc, R"re("server/(?!engine/base/(escape|utf8)\.h).*)re", R"re("cpsizer/(?!limits\.h).*)re",
        "\"client/(?!tree/).*", kHttpClient},
       kNothing},
      {"Kubernetes objects as text: no client, no gRPC",
       {"client/objects"},
       {},
       kAnything,
       {kGrpc, R"re("server/engine/(?!base/(escape|selector_parser|utf8)\.h).*)re", kService,
        R"re("cpsizer/(?!(quantity|limits|rules)\.h)[^/]*\.h")re", "\"client/(?!(objects|tree)/).*", kHttpClient},
       kNothing},
      {"command: neither the engine nor the gRPC service",
       {"client/cli"},
       {},
       kAnything,
       {kEngine, kService,
        R"re("cpsizer/(?!(quantity|limits|rules|status|call_errors|cpu_defaults|float_text|replicas_defaults|selected_pods|size_ladder)\.h)[^/]*\.h")re",
        "\"client/(?!(cli|capacity|cluster_autoscaler|effects|history|objects|kube|replicas|service|tree|ui)/).*",
        kHttpClient},
       kNothing},
      {"verbs of size: none of replicas",
       {"client/cli/size"},
       {},
       kAnything,
       {"\"client/cli/(replicas|ui|verbs)/.*"},
       kNothing},
      {"verbs of replicas: none of size",
       {"client/cli/replicas"},
       {},
       kAnything,
       {"\"client/cli/(size|ui|verbs)/.*", "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"verb of CPU requests: none of size and replicas",
       {"client/cli/cpu_requests"},
       {},
       kAnything,
       {"\"client/cli/(size|replicas|ui|verbs)/.*", "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"verb of control plane machines: none of other decisions",
       {"client/cli/machine"},
       {},
       kAnything,
       {"\"client/cli/(size|replicas|cpu_requests|ui|verbs)/.*", "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"verb of the history: none of other decisions than size",
       {"client/cli/history"},
       {},
       kAnything,
       {"\"client/cli/(replicas|cpu_requests|machine|autoscaler|ui|verbs)/.*", "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"verb of the capacity: none of other decisions",
       {"client/cli/capacity"},
       {},
       kAnything,
       {"\"client/cli/(size|history|replicas|cpu_requests|machine|autoscaler|ui|verbs)/.*",
        "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"form of the requests of the page: neither the fleet nor the views",
       {"client/cli/ui/api"},
       {},
       kAnything,
       {"\"client/cli/ui/(?!api/).*"},
       kNothing},
      {"fleet of the page: not the views",
       {"client/cli/ui/fleet"},
       {},
       kAnything,
       {"\"client/cli/ui/(?!(api|fleet)/).*"},
       kNothing},
      {"views of the page: not the verb",
       {"client/cli/ui/views"},
       {},
       kAnything,
       {"\"client/cli/ui/(?!(api|fleet|views)/).*"},
       kNothing},
      {"what verbs share: none of a decision",
       {"client/cli/base", "client/cli/input", "client/cli/output", "client/cli/report", "client/cli/simulation",
        "client/cli/words"},
       {},
       kAnything,
       {"\"client/cli/(size|history|replicas|capacity|cpu_requests|machine|ui|verbs)/.*",
        "\"cpsizer/size_ladder\\.h\""},
       kNothing},
      {"client of the service: gRPC, and the decision library's public headers for in-process",
       {"client/service"},
       {},
       kAnything,
       {kServer, "\"client/(?!service/).*", kHttpClient},
       kNothing},
      {"history: neither the engine nor the gRPC service",
       {"client/history"},
       {},
       kAnything,
       {kEngine, kService, R"re("cpsizer/(?!(limits|quantity|status)\.h)[^/]*\.h")re",
        "\"client/(?!(history|kube|objects|service|tree)/).*", kHttpClient},
       kNothing},
      {"capacity: functions of values",
       {"client/capacity"},
       {},
       R"re("(client/capacity|absl)/.*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      {"effects: functions of values",
       {"client/effects"},
       {},
       R"re("(client/effects|client/objects/(container_name|escape|hypershift)\.h|cpsizer/quantity\.h|cpsizer/v1|server/engine/base/(durations|go_mem_limit)\.h|absl).*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      {"observation of autoscalers: no gRPC, no decision but its numbers: quantities, limits, defaults",
       {"client/replicas"},
       {},
       kAnything,
       {kGrpc, kServerExceptShared, R"re("cpsizer/(?!(quantity|limits|replicas_defaults)\.h)[^/]*\.h")re",
        "\"client/(?!(replicas|objects|kube|tree)/).*", kHttpClient},
       kNothing},
      {"observation of control plane machines: no gRPC, no decision but its numbers: quantities, floats, limits",
       {"client/machine"},
       {},
       kAnything,
       {kGrpc, kServerExceptShared, R"re("cpsizer/(?!(float_text|quantity|limits)\.h)[^/]*\.h")re",
        "\"client/(?!(machine|objects|kube|tree)/).*", kHttpClient},
       kNothing},
      {"observation of the cluster-autoscaler: no gRPC, no decision but the values of its settings",
       {"client/cluster_autoscaler"},
       {},
       kAnything,
       {kGrpc, R"re("server/(?!process/|engine/base/kubernetes_names\.h).*)re",
        R"re("cpsizer/(?!cluster_autoscaler_settings\.h)[^/]*\.h")re",
        "\"client/(?!(cluster_autoscaler|objects|kube|tree)/).*", kHttpClient},
       kNothing},
      {"Kubernetes client: no gRPC, no decision",
       {"client/kube"},
       {},
       kAnything,
       {kGrpc, R"re("server/(?!process/tls/pem_certificates\.h).*)re", kDecisionLibrary, "\"client/(?!(kube|tree)/).*"},
       kNothing},
      {"page: no gRPC, no decision, no other room",
       {"client/ui"},
       {},
       kAnything,
       {kGrpc, kServerExceptShared, kDecisionLibrary, "\"cpsizer/.*", "\"client/(?!ui/).*", kHttpClient},
       kNothing},
      {"sidecar: the service decides",
       {"client/sidecar"},
       {},
       kAnything,
       {kEngine, kService, R"re("cpsizer/(?!(quantity|replicas_defaults)\.h)[^/]*\.h")re",
        "\"client/(cli|ui|history)/.*"},
       kNothing},
      {"frame of controllers: no controller",
       {"client/sidecar/control"},
       {},
       kAnything,
       {"\"client/sidecar/(?!control/).*"},
       kNothing},
      {"size controller: no other",
       {"client/sidecar/size"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|size)/).*"},
       kNothing},
      {"replicas controller: no other",
       {"client/sidecar/replicas"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|replicas)/).*"},
       kNothing},
      {"machines controller: no other",
       {"client/sidecar/machine"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|machine)/).*"},
       kNothing},
      {"controller of MachineAutoscalers: no other",
       {"client/sidecar/machine_autoscaler"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|machine_autoscaler)/).*"},
       kNothing},
      {"controller of the ClusterAutoscaler: no other",
       {"client/sidecar/cluster_autoscaler"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|cluster_autoscaler)/).*"},
       kNothing},
      {"webhook: the service decides",
       {"client/webhook"},
       {},
       kAnything,
       {kGrpc, kServerExceptShared, R"re("cpsizer/(?!(rules|replicas_defaults)\.h)[^/]*\.h")re",
        "\"client/(?!(webhook|objects|service|tree)/).*", kHttpClient},
       kNothing},
  };
  return rooms;
}

bool InRoom(const Room& room, const std::string& path) {
  for (const std::string& other : room.except) {
    if (absl::StartsWith(path, other)) return false;
  }
  return true;
}

void CheckInclude(const Room& room, const std::string& where, const std::string& include) {
  if (include.empty()) return;
  EXPECT_TRUE(std::regex_match(include, std::regex(room.allowed))) << where << " includes " << include;
  for (const char* forbidden : room.forbidden_includes) {
    EXPECT_FALSE(std::regex_match(include, std::regex(forbidden))) << where << " includes " << include;
  }
}

TEST(RoomsTest, EachRoomIncludesOnlyAllowedFiles) {
  for (const Room& room : Rooms()) {
    SCOPED_TRACE(room.name);
    const std::regex forbidden_code(room.forbidden_code);
    for (const std::string& folder : room.folders) {
      for (const std::string& path : SourceFiles(folder, kCppEndings)) {
        if (!InRoom(room, path)) continue;
        for (const SourceLine& line : CodeLines(path)) {
          const std::string where = path + ":" + std::to_string(line.number);
          CheckInclude(room, where, IncludeIn(line.text));
          EXPECT_FALSE(std::regex_search(line.text, forbidden_code)) << where << ": " << line.text;
        }
      }
    }
  }
}

// Returns all files that the files in `folder` include directly or indirectly. The source files of the included headers
// are returned too.
std::set<std::string> Reached(const std::string& folder) {
  std::set<std::string> reached;
  std::vector<std::string> open = SourceFiles(folder, kCppEndings);
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    if (!reached.insert(path).second) continue;
    for (const SourceLine& line : CodeLines(path)) {
      const std::string file = FileOf(IncludeIn(line.text));
      if (file.empty()) continue;
      open.push_back(file);
      open.push_back(absl::StrReplaceAll(file, {{".h", ".cc"}}));
    }
  }
  return reached;
}

TEST(RoomsTest, ClientsDoNotDependOnTheGrpcService) {
  for (const char* folder : {"client/sidecar", "client/cli", "client/service", "client/ui", "client/webhook"}) {
    const std::set<std::string> reached = Reached(folder);
    EXPECT_GT(reached.size(), SourceFiles(folder, kCppEndings).size()) << "includes are followed";
    for (const std::string& path : reached) {
      EXPECT_FALSE(absl::StartsWith(path, "server/rpc/")) << folder << ": " << path;
    }
  }
}

TEST(RoomsTest, NoFolderHasTooManyUnits) {
  constexpr size_t kMostUnits = 32;
  std::map<std::string, std::set<std::string>> units;
  for (const char* room : {"include", "server", "client", "tests", "docs", "proto"}) {
    for (const std::string& path : SourceFiles(room, kCppEndings)) {
      const size_t slash = path.rfind('/');
      units[path.substr(0, slash)].insert(path.substr(slash + 1, path.rfind('.') - slash - 1));
    }
  }
  EXPECT_GT(units.size(), 40u);
  for (const auto& [folder, names] : units) EXPECT_LE(names.size(), kMostUnits) << folder;
}

TEST(RoomsTest, EachRoomHasAShortReadme) {
  constexpr size_t kMostLines = 20;
  // These pages do not describe rooms: they are for users, or are lists of pages.
  const std::set<std::string> pages = {"README.md",
                                       "client/go/README.md",
                                       "docs/decisions/README.md",
                                       "docs/runbooks/README.md",
                                       "examples/operator/README.md",
                                       "tests/e2e/autoscaling/scenarios/README.md"};
  std::set<std::string> found;
  for (const std::string& path : SourceFiles("", {"README.md"})) {
    if (pages.count(path) > 0) continue;
    found.insert(path.substr(0, path.rfind('/')));
    EXPECT_LE(Lines(path).size(), kMostLines) << path;
    EXPECT_TRUE(absl::StrContains(Text(path), "**Start with**")) << path;
  }
  for (const char* room :
       {"client",         "client/cli",     "client/history", "client/kube", "client/objects", "client/replicas",
        "client/service", "client/sidecar", "client/tree",    "client/ui",   "client/webhook", "conformance",
        "deploy",         "docs",           "examples",       "include",     "proto",          "server",
        "server/engine",  "server/process", "server/rpc",     "tests"}) {
    EXPECT_EQ(found.count(room), 1u) << room;
  }
}

TEST(RoomsTest, TheRoomsThatMustExistHaveFiles) {
  for (const Room& room : Rooms()) {
    for (const std::string& folder : room.folders) EXPECT_FALSE(SourceFiles(folder, kCppEndings).empty()) << folder;
  }
}

// Tests the patterns of the rule: each must reject an example.
TEST(RoomsTest, DecisionLibraryRuleRejectsImpureIncludes) {
  const Room& room = Rooms().front();
  const auto refused = [&](const std::string& include) {
    bool bad = !std::regex_match(include, std::regex(room.allowed));
    for (const char* forbidden : room.forbidden_includes) bad |= std::regex_match(include, std::regex(forbidden));
    return bad;
  };
  for (const char* include :
       {"<grpcpp/grpcpp.h>", "<curl/curl.h>", "<spdlog/spdlog.h>", "<prometheus/counter.h>", "<chrono>", "<fstream>",
        "<unistd.h>", "<time.h>", "\"absl/time/clock.h\"", "\"server/rpc/call.h\"", "\"client/objects/inventory.h\""}) {
    EXPECT_TRUE(refused(include)) << include;
  }
  for (const char* include : {"<string>", "<cstdint>", "\"absl/strings/str_cat.h\"", "\"cpsizer/v1/finding.pb.h\""}) {
    EXPECT_FALSE(refused(include)) << include;
  }
  for (const char* code : {"getenv(\"HOME\")", "std::cout << x", "std::time(nullptr)"}) {
    EXPECT_TRUE(std::regex_search(code, std::regex(kImpureCalls))) << code;
  }
}

}  // namespace
}  // namespace cpsizer::lint
