// The room plan as a test: who may include whom.
#include <gtest/gtest.h>

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

constexpr char kNothing[] = "(?!)";
constexpr char kAnything[] = ".*";
constexpr char kHttpClient[] = "<curl/.*>";
constexpr char kGrpc[] = R"re([<"]grpc.*)re";
constexpr char kClient[] = "\"client/.*";
constexpr char kServer[] = "\"server/.*";
constexpr char kEngine[] = "\"server/engine/.*";
// The headers of include/cpsizer, not the generated ones.
constexpr char kDecisionLibrary[] = R"re("cpsizer/[^/]*\.h")re";

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
      {"client of the service: gRPC, and the decision library's public headers for in-process",
       {"client/service"},
       {},
       kAnything,
       {kServer, "\"client/(?!service/).*", kHttpClient},
       kNothing},
      {"observation of autoscalers: no gRPC, no decision, but amounts are told from other text",
       {"client/replicas"},
       {},
       kAnything,
       {kGrpc, kServer, R"re("cpsizer/(?!quantity\.h)[^/]*\.h")re", "\"client/(?!(replicas|objects|kube)/).*",
        kHttpClient},
       kNothing},
      {"Kubernetes client: no gRPC, no decision",
       {"client/kube"},
       {},
       kAnything,
       {kGrpc, kServer, kDecisionLibrary, "\"client/(?!kube/).*"},
       kNothing},
      {"sidecar: the service decides",
       {"client/sidecar"},
       {"client/sidecar/main.cc", "client/sidecar/options.", "client/sidecar/service_security.",
        "client/sidecar/sidecar_admin.", "client/sidecar/sidecar_metrics.", "client/sidecar/replicas/replica_metrics."},
       kAnything,
       {kServer, kDecisionLibrary, "\"client/cli/.*"},
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

TEST(RoomsTest, EachIncludesOnlyWhatItMayKnow) {
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

TEST(RoomsTest, TheRoomsThatMustExistHaveFiles) {
  for (const char* folder : {"include/cpsizer", "server/engine", "server", "proto", "client/cli", "client/kube",
                             "client/objects", "client/replicas", "client/service"}) {
    EXPECT_FALSE(SourceFiles(folder, kCppEndings).empty()) << folder;
  }
}

// The patterns themselves: each must refuse what it is for.
TEST(RoomsTest, TheDecisionLibraryRuleRefusesWhatIsImpure) {
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
