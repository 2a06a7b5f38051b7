#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "client/cli/base/text_layout.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;

TEST(TextLayoutTest, CountsCodePoints) {
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("gr\u00f6\u00dfe\u2026"), 6);
}

TEST(TextLayoutTest, CutsBetweenCodePoints) {
  EXPECT_EQ(Cut("abc", 3), "abc");
  EXPECT_EQ(Cut("abcd", 3), "ab\u2026");
  EXPECT_EQ(Cut("\u00f6\u00f6\u00f6", 2), "\u00f6\u2026");
  EXPECT_EQ(Cut("abc", 1), "\u2026");
}

TEST(TextLayoutTest, WrapsAtSpaces) {
  EXPECT_THAT(Wrap("a bc def", 0), ElementsAre("a bc def"));
  EXPECT_THAT(Wrap("a bc def", 4), ElementsAre("a bc", "def"));
  EXPECT_THAT(Wrap("abcdef g", 3), ElementsAre("abcdef", "g"));
  EXPECT_THAT(Wrap("", 3), ElementsAre(""));
}

std::string Print(const Table& table, Terminal terminal = {}, int indent = 0) {
  std::ostringstream out;
  Screen screen(out, terminal);
  table.Print(screen, indent);
  return out.str();
}

TEST(TableTest, AlignsWithoutSpacesAtTheEnd) {
  Table table({"A", "BCD", "E"});
  table.AddRow({{"1234"}, {""}, {""}});
  table.AddRow({{""}, {"x"}, {"y"}});
  EXPECT_EQ(Print(table, {}, 2),
            "  A      BCD   E\n"
            "  1234\n"
            "         x     y\n");
}

TEST(TableTest, EscapesBeforeItMeasures) {
  Table table({"A", "B"});
  table.AddRow({{"a\nb\x1b[2J"}, {"x"}});
  EXPECT_EQ(Print(table),
            "A             B\n"
            "a\\nb\\x1b[2J   x\n");
}

TEST(TableTest, ContinuesOnTheNextLineOnANarrowTerminal) {
  Table table({"FIRST", "SECOND", "TEXT"});
  table.AddRow({{"1"}, {"verylongword"}, {"some words of text"}});
  table.AddRow({{"2"}, {""}, {""}});
  Terminal terminal = ColorTerminal(20);
  terminal.color = false;
  EXPECT_EQ(Print(table, terminal),
            "FIRST   SECOND\n"
            "    TEXT\n"
            "1       verylongword\n"
            "    some words of\n"
            "    text\n"
            "2\n");
  terminal.width = 12;
  EXPECT_EQ(Print(table, terminal),
            "FIRST\n"
            "    SECOND\n"
            "    TEXT\n"
            "1\n"
            "    verylon\u2026\n"
            "    some\n"
            "    words of\n"
            "    text\n"
            "2\n");
}

TEST(TableTest, WrapsTheLastColumnNextToTheOthers) {
  Table table({"A", "TEXT"});
  table.AddRow({{"1"}, {"ten letters and ten letters and ten more letters"}});
  Terminal terminal = ColorTerminal(44);
  terminal.color = false;
  EXPECT_EQ(Print(table, terminal),
            "A   TEXT\n"
            "1   ten letters and ten letters and ten more\n"
            "    letters\n");
}

struct YamlCase {
  const char* json;
  const char* yaml;
};
constexpr YamlCase kYaml[] = {
    {"null", "null\n"},
    {"[]", "[]\n"},
    {"{}", "{}\n"},
    {R"({"a":1,"b":[1,{"c":true,"d":[]},[2,[3]]],"e":{"f":{}}})",
     "a: 1\nb:\n- 1\n- c: true\n  d: []\n- - 2\n  - - 3\ne:\n  f: {}\n"},
    {R"({"a":"plain text","b":"true","c":"12","d":"1e3","e":"0x1F","f":"12m","g":""})",
     "a: plain text\nb: \"true\"\nc: \"12\"\nd: \"1e3\"\ne: \"0x1F\"\nf: 12m\ng: \"\"\n"},
    {R"({"a":"x: y","b":"- x","c":"#","d":" x","e":"x ","f":"NO","g":"null","h":"2026-01-01","i":"~"})",
     "a: \"x: y\"\nb: \"- x\"\nc: \"#\"\nd: \" x\"\ne: \"x \"\nf: \"NO\"\ng: \"null\"\nh: \"2026-01-01\"\ni: \"~\"\n"},
    {R"({"@type":"q\"\\\n\t\u001b\u0085\u00f6\u2028\ud83d\ude00"})",
     "\"@type\": \"q\\\"\\\\\\n\\x09\\x1b\\x85\\xf6\\u2028\\U0001f600\"\n"},
};

TEST(YamlTest, WritesBlocks) {
  for (const YamlCase& test : kYaml) EXPECT_EQ(ToYaml(nlohmann::ordered_json::parse(test.json)), test.yaml);
}

// Converts `node` to JSON. A test compares the result with the JSON output.
nlohmann::ordered_json ReadBack(const YAML::Node& node) {
  if (node.IsSequence()) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const YAML::Node& item : node) list.push_back(ReadBack(item));
    return list;
  }
  if (node.IsMap()) {
    nlohmann::ordered_json map = nlohmann::ordered_json::object();
    for (const auto& entry : node) map[entry.first.as<std::string>()] = ReadBack(entry.second);
    return map;
  }
  if (node.IsNull()) return nullptr;
  if (node.Tag() == "!") return node.as<std::string>();  // a quoted scalar is a string
  return nlohmann::ordered_json::accept(node.Scalar()) ? nlohmann::ordered_json::parse(node.Scalar())
                                                       : nlohmann::ordered_json(node.Scalar());
}

TEST(YamlTest, ContainsTheSameAsTheJson) {
  const std::vector<std::vector<std::string>> kRuns = {{"recommend", "-f", kFleet},
                                                       {"recommend", "-f", kFleet, "gateway-asia"},
                                                       {"validate", "-f", kProposed},
                                                       {"diff", "-f", kFleet, "--with", kProposed}};
  for (std::vector<std::string> args : kRuns) {
    args.insert(args.end(), {"-o", "json"});
    const auto json = nlohmann::ordered_json::parse(RunCommand(args).out);
    args.back() = "yaml";
    EXPECT_EQ(ReadBack(YAML::Load(RunCommand(args).out)), json) << ::testing::PrintToString(args);
  }
  for (const YamlCase& test : kYaml) {
    const auto json = nlohmann::ordered_json::parse(test.json);
    EXPECT_EQ(ReadBack(YAML::Load(test.yaml)), json) << test.yaml;
  }
}

TEST(ShowTest, Amounts) {
  EXPECT_EQ(ShowMemory("44667659878400m"), "41.6Gi");
  EXPECT_EQ(ShowCpu("650m"), "650m");
  EXPECT_EQ(ShowCpu(""), "-");
  EXPECT_EQ(ShowMemory("1n"), "1n");
  EXPECT_EQ(ShowMemory("0"), "0");
  EXPECT_EQ(ShowMemory("what"), "what");
  EXPECT_EQ(ShowFraction("500m"), "0.50");
}

TEST(ShowTest, PercentagesNeverRoundAShortfallAway) {
  const struct {
    double ratio;
    const char* text;
  } kCases[] = {{0, "+0%"},       {0.289, "+28%"}, {-1e-12, "-1%"},   {-0.5, "-50%"},
                {9.999, "+999%"}, {10, ">+999%"},  {1e300, ">+999%"}, {-1e300, "-100%"}};
  for (const auto& test : kCases) EXPECT_EQ(ShowPercent(test.ratio), test.text) << test.ratio;
}

TEST(ShowTest, Ages) {
  const absl::Time now = absl::FromUnixSeconds(1'772'366'400);  // 2026-03-01T12:00:00Z
  const struct {
    const char* created;
    const char* age;
  } kCases[] = {{"2026-03-01T12:00:00Z", "0s"},
                {"2026-03-01T11:58:01Z", "119s"},
                {"2026-03-01T11:58:00Z", "2m"},
                {"2026-03-01T09:00:00Z", "3h"},
                {"2026-02-28T12:00:01Z", "23h"},
                {"2026-02-27T12:00:00Z", "2d"},
                {"2025-03-01T13:00:00+01:00", "365d"},
                {"2027-01-01T00:00:00Z", "0s"},
                {"yesterday", "-"},
                {"", "-"}};
  for (const auto& test : kCases) EXPECT_EQ(ShowAge(test.created, now), test.age) << test.created;
}

TEST(ShowTest, ListsTenNamesAtMost) {
  EXPECT_EQ(ListNames({}), "");
  EXPECT_EQ(ListNames({"a", "b"}), "a, b");
  EXPECT_EQ(ListNames(std::vector<std::string>(10, "x")), "x, x, x, x, x, x, x, x, x, x");
  EXPECT_EQ(ListNames(std::vector<std::string>(12, "x")), "x, x, x, x, x, x, x, x, x, x and 2 more");
}

TEST(ShowTest, EnumValues) {
  EXPECT_EQ(ShowEnum("SIZE_OUTCOME_BEST_EFFORT", "SIZE_OUTCOME_"), "best effort");
  EXPECT_EQ(ShowEnum("SIZE_DRIVER_UNSPECIFIED", "SIZE_DRIVER_"), "-");
  EXPECT_EQ(ShowEnum("", "SIZE_DRIVER_"), "-");  // an enum value that is unknown in this version
}

class ProgressTest : public ::testing::Test {
 protected:
  std::ostringstream out_;
  std::ostringstream err_;
  absl::Time now_ = absl::UnixEpoch();
  Environment environment_ = {Screen(out_, {}), Screen(err_, ColorTerminal(80)), [this] { return now_; }};
};

TEST_F(ProgressTest, AppearsAfterASecondAndIsRemovedAtTheEnd) {
  {
    Progress progress(200, "clusters", environment_);
    now_ += absl::Milliseconds(999);
    progress.Report(50);
    EXPECT_EQ(err_.str(), "");
    now_ += absl::Milliseconds(1);
    progress.Report(100);
    EXPECT_EQ(err_.str(), "\r\033[K100 of 200 clusters decided");
  }
  EXPECT_EQ(err_.str(), "\r\033[K100 of 200 clusters decided\r\033[K");
  EXPECT_EQ(out_.str(), "");
}

TEST_F(ProgressTest, IsRemovedBeforeAMessage) {
  Progress progress(200, "autoscalers", environment_);
  now_ += absl::Seconds(2);
  progress.Report(7);
  environment_.err.Line("error: no");
  EXPECT_EQ(err_.str(), "\r\033[K7 of 200 autoscalers decided\r\033[Kerror: no\n");
}

TEST_F(ProgressTest, IsNotShownForShortWorkAndPipes) {
  { Progress(2, "clusters", environment_).Report(2); }
  EXPECT_EQ(err_.str(), "");
  Environment piped = {Screen(out_, {}), Screen(err_, {}), environment_.now};
  Progress progress(2, "clusters", piped);
  now_ += absl::Hours(1);
  progress.Report(1);
  EXPECT_EQ(err_.str(), "");
}

}  // namespace
}  // namespace cpsizer::cli
