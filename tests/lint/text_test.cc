// Rules for the text of files.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

// Returns the include guard: CPSIZER_LIMITS_H_ for include/cpsizer/limits.h, CPSIZER_SERVER_ENGINE_BASE_TEXT_H_ for
// server/engine/base/text.h.
std::string GuardOf(absl::string_view path) {
  path = absl::StripPrefix(path, "include/cpsizer/");
  std::string guard = "CPSIZER_";
  for (const char c : path) guard += absl::ascii_isalnum(static_cast<unsigned char>(c)) ? absl::ascii_toupper(c) : '_';
  return guard + "_";
}

TEST(TextTest, EveryHeaderHasTheGuardOfItsPath) {
  for (const char* folder : {"include", "proto", "server", "client", "tests", "docs"}) {
    for (const std::string& path : SourceFiles(folder, {".h"})) {
      const std::string guard = GuardOf(path);
      const std::vector<SourceLine> lines = Lines(path);
      ASSERT_GE(lines.size(), 3u) << path;
      EXPECT_EQ(lines[0].text, "#ifndef " + guard) << path;
      EXPECT_EQ(lines[1].text, "#define " + guard) << path;
      EXPECT_EQ(lines.back().text, "#endif  // " + guard) << path;
    }
  }
}

struct Forbidden {
  const char* what;
  std::regex pattern;
};

// Each pattern has brackets, so that this file does not match it.
const std::vector<Forbidden>& Forbiddens() {
  static const std::vector<Forbidden> forbiddens = {
      {"a folder of one machine", std::regex("(^|[^A-Za-z0-9_.-])/(wor[k]|roo[t]|hom[e]|User[s])/")},
      {"a registry",
       std::regex(
           "(docke[r]|qua[y]|ghc[r]|gc[r])\\.io\\b|pkg\\.de[v]\\b|registr[y]\\.(?!example\\.)[a-z0-9-]+\\.[a-z]+")},
      {"work that was left", std::regex("\\b(TOD[O]|FIXM[E])\\b")},
  };
  return forbiddens;
}

// Returns the forbidden text in `line`; empty if there is none.
std::string ForbiddenIn(const std::string& line) {
  for (const Forbidden& forbidden : Forbiddens()) {
    if (std::regex_search(line, forbidden.pattern)) return forbidden.what;
  }
  return "";
}

TEST(TextTest, NoFileNamesAPlaceOfOneMachine) {
  for (const std::string& path : SourceFiles("")) {
    for (const SourceLine& line : Lines(path)) {
      EXPECT_EQ(ForbiddenIn(line.text), "") << path << ":" << line.number << ": " << line.text.substr(0, 200);
    }
  }
}

TEST(TextTest, RuleDetectsItsExamples) {
  const std::string slash = "/";
  const std::string dot = ".";
  for (const std::string& bad :
       {slash + "home" + slash + "me/file", "cd " + slash + "root" + slash, "image: quay" + dot + "io/a/b",
        "registry" + dot + "k8s.io/pause", std::string("TO") + "DO"}) {
    EXPECT_NE(ForbiddenIn(bad), "") << bad;
  }
  for (const char* good : {"registry.example.com/a/b", "usr/share/home/", "kubernetes.io/name", "placeholders: 2"}) {
    EXPECT_EQ(ForbiddenIn(good), "") << good;
  }
}

}  // namespace
}  // namespace cpsizer::lint
