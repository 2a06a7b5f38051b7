// Tests which scalars are changed and which edits are refused.
#include "client/tree/text_edit/scalar_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace cpsizer::tree {
namespace {

using ::testing::HasSubstr;

const std::vector<PathStep> kMemoryPath = {
    {"spec"},
    {"sizes", {{"name", "small"}}},
    {"effects"},
    {"resourceRequests", {{"deploymentName", "etcd"}, {"containerName", "etcd"}}},
    {"memory"}};
const std::vector<PathStep> kLimitPath = {{"spec"}, {"sizes", {{"name", "small"}}}, {"effects"}, {"kasGoMemLimit"}};

// Returns a text with these lines of the size `small`.
std::string TextOf(absl::string_view lines) {
  return absl::StrCat("kind: Config\nspec:\n  sizes:\n  - name: small\n", lines);
}

// Returns the text after an edit, or the line of the problem and its message.
std::string Edit(const std::string& text, const std::vector<PathStep>& path = kLimitPath,
                 absl::optional<std::string> present = absl::nullopt) {
  TextProblem problem;
  ScalarEditor editor(text, "Config", problem);
  if (problem.message.empty()) problem = editor.Set({path, std::move(present), "9GiB"});
  if (problem.message.empty()) return editor.Text();
  EXPECT_EQ(editor.Text(), text);
  return absl::StrCat(PositionIn(text, problem.offset).line, ": ", problem.message);
}

TEST(ScalarEditorTest, WritesPaths) {
  EXPECT_EQ(PathText(kMemoryPath),
            "spec.sizes[name=small].effects.resourceRequests[deploymentName=etcd,containerName=etcd].memory");
}

TEST(ScalarEditorTest, ChangesOneScalar) {
  EXPECT_EQ(Edit(TextOf("    effects:\n      kasGoMemLimit: '8GiB' # why\n")),
            TextOf("    effects:\n      kasGoMemLimit: '9GiB' # why\n"));
  EXPECT_EQ(Edit(TextOf("    effects: {kasGoMemLimit: 8GiB, a: {{ .b }}}\n")),
            TextOf("    effects: {kasGoMemLimit: 9GiB, a: {{ .b }}}\n"));
  EXPECT_EQ(
      Edit(TextOf("    effects:\n      resourceRequests:\n      - deploymentName: etcd\n        containerName: etcd\n"
                  "        memory: 1Gi\n"),
           kMemoryPath),
      TextOf("    effects:\n      resourceRequests:\n      - deploymentName: etcd\n        containerName: etcd\n"
             "        memory: 9GiB\n"));
}

TEST(ScalarEditorTest, ChangesJson) {
  EXPECT_EQ(
      Edit(
          "{\"kind\":\"Config\",\"spec\":{\"sizes\":[{\"name\":\"small\",\"effects\":{\"kasGoMemLimit\":\"8GiB\"}}]}}"),
      "{\"kind\":\"Config\",\"spec\":{\"sizes\":[{\"name\":\"small\",\"effects\":{\"kasGoMemLimit\":\"9GiB\"}}]}}");
}

TEST(ScalarEditorTest, KeepsSeveralEdits) {
  TextProblem problem;
  ScalarEditor editor(
      TextOf("    effects: {kasGoMemLimit: 8GiB}\n  - name: large\n    effects: {kasGoMemLimit: 16GiB}\n"), "Config",
      problem);
  std::vector<PathStep> large = kLimitPath;
  large[1].item = {{"name", "large"}};
  EXPECT_EQ(editor.Set({large, "16GiB", "18GiB"}).message, "");
  EXPECT_EQ(editor.Set({kLimitPath, "8GiB", "7GiB"}).message, "");
  EXPECT_EQ(editor.Set({kLimitPath, "8GiB", "10GiB"}).message, "");
  EXPECT_EQ(editor.Text(),
            TextOf("    effects: {kasGoMemLimit: 10GiB}\n  - name: large\n    effects: {kasGoMemLimit: 18GiB}\n"));
}

TEST(ScalarEditorTest, RefusesAMissingValueWithThePlaceOfItsObject) {
  EXPECT_EQ(Edit(TextOf("    effects:\n      a: 1\n")),
            "5: spec.sizes[name=small].effects.kasGoMemLimit is not in this file; add it");
  EXPECT_THAT(Edit(TextOf("    criteria: {}\n")), HasSubstr("4: "));
  EXPECT_THAT(Edit("kind: Config\nspec:\n  sizes:\n  - name: large\n"), HasSubstr("2: "));
  EXPECT_THAT(Edit("kind: Other\n"), HasSubstr("this file has no Config"));
  EXPECT_THAT(Edit(TextOf("    effects:\n      {{- toYaml .Values.effects | nindent 6 }}\n")),
              HasSubstr("not in this file"));
}

TEST(ScalarEditorTest, RefusesAValueThatIsNotAPlainScalar) {
  const struct {
    const char* lines;
    const char* message;
  } kCases[] = {
      {"    effects: {kasGoMemLimit: {{ .Values.limit }}}\n", "is an expression of the template"},
      {"    effects:\n      kasGoMemLimit: {{ .Values.limit | default \"8GiB\" }}\n", "is an expression"},
      {"    effects:\n      kasGoMemLimit: \"{{ .Values.gib }}GiB\"\n", "is an expression"},
      {"    effects:\n      kasGoMemLimit: *limit\n", "is not a simple value"},
      {"    effects:\n      kasGoMemLimit: &limit 8GiB\n", "an anchor"},
      {"    effects: &effects\n      kasGoMemLimit: 8GiB\n", "an anchor"},
      {"    effects:\n      kasGoMemLimit: |\n        8GiB\n", "is not a simple value"},
      {"    effects:\n      kasGoMemLimit: [8GiB]\n", "is not a simple value"},
      {"    effects:\n      kasGoMemLimit:\n", "is not a simple value"},
      {"    effects:\n      kasGoMemLimit: \"8\\x47iB\"\n", "is not a simple value"},
      {"    {{ range .Values.x }}\n    effects:\n      kasGoMemLimit: 8GiB\n    {{ end }}\n", "a loop"},
      {"    effects:\n      kasGoMemLimit: 8GiB\n      kasGoMemLimit: 8GiB\n", "several times: in the lines 6, 7"},
  };
  for (const auto& [lines, message] : kCases) EXPECT_THAT(Edit(TextOf(lines)), HasSubstr(message)) << lines;
}

TEST(ScalarEditorTest, RefusesAnotherValueThanThePresentOne) {
  EXPECT_EQ(Edit(TextOf("    effects:\n      kasGoMemLimit: 8GiB\n"), kLimitPath, "7GiB"),
            "6: spec.sizes[name=small].effects.kasGoMemLimit is not 7GiB, as in the configuration");
}

TEST(ScalarEditorTest, ChangesTheBranchWithThePresentValue) {
  const std::string text = TextOf(
      "    effects:\n      {{ if .a }}\n      kasGoMemLimit: 8GiB\n      {{ else }}\n      kasGoMemLimit: 4GiB\n"
      "      {{ end }}\n");
  EXPECT_THAT(Edit(text, kLimitPath, "4GiB"), HasSubstr("8GiB\n      {{ else }}\n      kasGoMemLimit: 9GiB\n"));
  EXPECT_THAT(Edit(text, kLimitPath, "8GiB"), HasSubstr("9GiB\n      {{ else }}\n      kasGoMemLimit: 4GiB\n"));
  EXPECT_THAT(Edit(text, kLimitPath, "5GiB"), HasSubstr("in the lines 7, 9"));
  EXPECT_THAT(Edit(text), HasSubstr("in the lines 7, 9"));
}

TEST(ScalarEditorTest, RefusesBranchesThatAreNotClear) {
  const struct {
    const char* lines;
    const char* message;
  } kCases[] = {
      {"    effects:\n      {{ if .a }}\n      kasGoMemLimit: 8GiB\n      {{ else }}\n      kasGoMemLimit: 8GiB\n"
       "      {{ end }}\n",
       "several times"},
      {"    effects:\n      {{ if .a }}\n      kasGoMemLimit: 8GiB\n      {{ end }}\n      {{ if .b }}\n"
       "      kasGoMemLimit: 4GiB\n      {{ end }}\n",
       "several times"},
      {"    effects:\n      {{ if .a }}\n      kasGoMemLimit: 8GiB\n      {{ else }}\n      kasGoMemLimit: {{ .b }}\n"
       "      {{ end }}\n",
       "several times"},
      // The effects are of both items.
      {"    a: 1\n{{ if .a }}\n  - name: other\n{{ else }}\n  - name: small\n{{ end }}\n    effects:\n"
       "      kasGoMemLimit: 8GiB\n",
       "other branches"},
  };
  for (const auto& [lines, message] : kCases) {
    EXPECT_THAT(Edit(TextOf(lines), kLimitPath, "8GiB"), HasSubstr(message)) << lines;
  }
  // The name is that of one branch only.
  EXPECT_THAT(Edit("kind: Config\nspec:\n  sizes:\n  - a: 1\n    {{ if .a }}\n    name: small\n    {{ end }}\n"
                   "    effects:\n      kasGoMemLimit: 8GiB\n"),
              HasSubstr("not in this file"));
}

TEST(ScalarEditorTest, RefusesATextThatItDoesNotUnderstand) {
  EXPECT_THAT(Edit(TextOf("    effects: {{ if x }}\n")), HasSubstr("5: this block of the template has no end"));
  EXPECT_THAT(Edit(TextOf("   effects:\n")), HasSubstr("5: the indentation"));
}

TEST(ScalarEditorTest, RefusesAValueThatNeedsQuotes) {
  TextProblem problem;
  ScalarEditor editor(TextOf("    effects: {kasGoMemLimit: 8GiB}\n"), "Config", problem);
  for (const char* value : {"", "a b", "a: b", "1\n", "{{ x }}"}) {
    EXPECT_THAT(editor.Set({kLimitPath, absl::nullopt, value}).message, HasSubstr("needs quotes")) << value;
  }
}

TEST(ScalarEditorTest, FindsPositions) {
  const Position position = PositionIn("ab\ncd\n", 4);
  EXPECT_EQ(position.line, 2);
  EXPECT_EQ(position.column, 2);
  EXPECT_EQ(PositionIn("ab", 0).line, 1);
  EXPECT_EQ(PositionIn("ab", 0).column, 1);
}

}  // namespace
}  // namespace cpsizer::tree
