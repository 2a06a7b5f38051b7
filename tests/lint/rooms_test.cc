// The room plan as a test: who may include whom.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

// Standard headers by which time, files, threads, chance or the terminal would come in.
constexpr char kImpureHeaders[] =
    "<(atomic|chrono|condition_variable|csignal|cstdio|cstdlib|ctime|filesystem|fstream|future|iostream|mutex|random|"
    "semaphore|shared_mutex|thread)>";
constexpr char kImpureAbseil[] = R"re("absl/(debugging|flags|log|random|synchronization|time)/.*")re";
constexpr char kImpureCalls[] =
    R"re(\b(getenv|fopen|std::(cin|cout|cerr|clog|time|rand)|clock_gettime|gettimeofday|usleep|sleep_for)\b)re";

struct Room {
  const char* name;
  std::vector<std::string> folders;
  // Files of the folders that are another room.
  std::vector<std::string> except;
  // An include must match `allowed` and none of `forbidden`.
  const char* allowed;
  std::vector<const char*> forbidden_includes;
  const char* forbidden_code;
};

constexpr char kNothing[] = "";
constexpr char kAnything[] = ".*";
constexpr char kHttpClient[] = "<curl/.*>";
constexpr char kGrpc[] = R"re([<"]grpc.*)re";
constexpr char kClient[] = "\"client/.*";
constexpr char kServer[] = "\"server/.*";
constexpr char kEngine[] = "\"server/engine/.*";
// What clients may not use of the server: all but what every program needs, and the text of errors.
constexpr char kServerButProcess[] = R"re("server/(?!process/|engine/base/text\.h).*)re";
// The headers of include/cpsizer, not the generated ones.
constexpr char kDecisionLibrary[] = R"re("cpsizer/[^/]*\.h")re";
// The same without its numbers: quantities, limits, defaults.
constexpr char kDecisions[] = R"re("cpsizer/(?!(quantity|limits|replicas_defaults)\.h)[^/]*\.h")re";

const std::vector<Room>& Rooms() {
  static const std::vector<Room> rooms = {
      {"decision library: functions of values",
       {"include", "server/engine"},
       {},
       R"re("(cpsizer|server/engine|absl|google/protobuf|google/rpc)/.*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      {"API: messages and their descriptors",
       {"proto"},
       {},
       R"re("(proto|absl|google/protobuf)/.*"|<[a-z0-9_]+>)re",
       {kImpureHeaders, kImpureAbseil},
       kImpureCalls},
      // The one table of all rules is made of those of each decision: docs/decisions/0018-rooms-and-dependencies.md.
      {"what decisions share: no decision",
       {"server/engine/base"},
       {"server/engine/base/rules.cc"},
       kAnything,
       {"\"server/engine/(?!base/).*"},
       kNothing},
      {"decision about sizes: no other decision",
       {"server/engine/size"},
       {},
       kAnything,
       {"\"server/engine/(?!(base|size)/).*"},
       kNothing},
      {"decision about replicas: no other decision",
       {"server/engine/replicas"},
       {},
       kAnything,
       {"\"server/engine/(?!(base|replicas)/).*"},
       kNothing},
      {"what every program needs: no gRPC service, no decision, no message",
       {"server/process"},
       {},
       kAnything,
       {"\"server/rpc/.*", "\"server/engine/(?!base/).*", kDecisions, "\"cpsizer/v1/.*"},
       kNothing},
      {"server: no client, no HTTP client",
       {"server"},
       {"server/engine/"},
       kAnything,
       {kClient, kHttpClient},
       kNothing},
      {"Kubernetes objects as text: no client, no gRPC",
       {"client/objects"},
       {},
       kAnything,
       {kGrpc, kEngine, "\"client/(?!objects/).*", kHttpClient},
       kNothing},
      {"command: the server library, but not the engine behind it",
       {"client/cli"},
       {},
       kAnything,
       {kEngine, "\"client/(?!(cli|objects|kube|replicas|service)/).*", kHttpClient},
       kNothing},
      {"way to the service: gRPC alone",
       {"client/service"},
       {},
       kAnything,
       {kServer, kDecisionLibrary, "\"client/(?!service/).*", kHttpClient},
       kNothing},
      {"observation of autoscalers: no gRPC, no decision but its numbers",
       {"client/replicas"},
       {},
       kAnything,
       {kGrpc, kServerButProcess, kDecisions, "\"client/(?!(replicas|objects|kube)/).*", kHttpClient},
       kNothing},
      {"Kubernetes client: no gRPC, no decision",
       {"client/kube"},
       {},
       kAnything,
       {kGrpc, kServer, kDecisionLibrary, "\"client/(?!kube/).*"},
       kNothing},
      {"sidecar: the service decides; main gives it the library for decisions in its own process",
       {"client/sidecar"},
       {"client/sidecar/main.cc"},
       kAnything,
       {kServerButProcess, kDecisions, "\"client/cli/.*"},
       kNothing},
      {"controller of sizes: no other controller",
       {"client/sidecar/size"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|size)/).*"},
       kNothing},
      {"controller of replicas: no other controller",
       {"client/sidecar/replicas"},
       {},
       kAnything,
       {"\"client/sidecar/(?!(control|replicas)/).*"},
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

// The patterns of a room, compiled once.
class RoomRule {
 public:
  explicit RoomRule(const Room& room) : allowed_(room.allowed), forbidden_code_(room.forbidden_code) {
    for (const char* pattern : room.forbidden_includes) forbidden_.emplace_back(pattern);
    looks_at_code_ = room.forbidden_code != absl::string_view(kNothing);
  }

  void Check(const std::string& path) const {
    for (const SourceLine& line : CodeLines(path)) {
      const std::string where = path + ":" + std::to_string(line.number);
      const std::string include = IncludeIn(line.text);
      EXPECT_TRUE(include.empty() || Allows(include)) << where << " includes " << include;
      EXPECT_FALSE(looks_at_code_ && std::regex_search(line.text, forbidden_code_)) << where << ": " << line.text;
    }
  }

  bool Allows(const std::string& include) const {
    return std::regex_match(include, allowed_) &&
           std::none_of(forbidden_.begin(), forbidden_.end(),
                        [&](const std::regex& pattern) { return std::regex_match(include, pattern); });
  }

 private:
  std::regex allowed_;
  std::vector<std::regex> forbidden_;
  std::regex forbidden_code_;
  bool looks_at_code_;
};

TEST(RoomsTest, EachIncludesOnlyWhatItMayKnow) {
  for (const Room& room : Rooms()) {
    SCOPED_TRACE(room.name);
    const RoomRule rule(room);
    for (const std::string& folder : room.folders) {
      for (const std::string& path : SourceFiles(folder, kCppEndings)) {
        if (InRoom(room, path)) rule.Check(path);
      }
    }
  }
}

TEST(RoomsTest, TheRoomsThatMustExistHaveFiles) {
  for (const char* folder : {"include/cpsizer", "server/engine/base", "server/engine/size", "server/engine/replicas",
                             "server/process", "server/rpc", "proto", "client/cli", "client/kube", "client/objects",
                             "client/replicas", "client/service", "client/sidecar/size", "client/sidecar/replicas"}) {
    EXPECT_FALSE(SourceFiles(folder, kCppEndings).empty()) << folder;
  }
}

// The patterns themselves: each must refuse what it is for.
TEST(RoomsTest, TheDecisionLibraryRuleRefusesWhatIsImpure) {
  const RoomRule rule(Rooms().front());
  for (const char* include :
       {"<grpcpp/grpcpp.h>", "<curl/curl.h>", "<spdlog/spdlog.h>", "<prometheus/counter.h>", "<chrono>", "<fstream>",
        "<unistd.h>", "<time.h>", "\"absl/time/clock.h\"", "\"server/rpc/call.h\"", "\"client/objects/inventory.h\""}) {
    EXPECT_FALSE(rule.Allows(include)) << include;
  }
  for (const char* include : {"<string>", "<cstdint>", "\"absl/strings/str_cat.h\"", "\"cpsizer/v1/finding.pb.h\""}) {
    EXPECT_TRUE(rule.Allows(include)) << include;
  }
  for (const char* code : {"getenv(\"HOME\")", "std::cout << x", "std::time(nullptr)"}) {
    EXPECT_TRUE(std::regex_search(code, std::regex(kImpureCalls))) << code;
  }
}

}  // namespace
}  // namespace cpsizer::lint
