// Edits 200 generated files and templates, and compares them with the same texts, generated with the new values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/tree/text_edit/scalar_editor.h"

namespace cpsizer::tree {
namespace {

constexpr const char* kSizes[] = {"small", "medium", "large", "x-large", "test"};
constexpr const char* kContainers[] = {"kube-apiserver", "etcd", "openshift-apiserver", "oauth-openshift"};
constexpr const char* kMemory[] = {"1Gi", "500Mi", "3Gi", "10752Mi", "4294967296", "1.5Gi"};
constexpr const char* kCpu[] = {"500m", "2", "1500m", "0.5", "30m"};

// The values of a text, by branch, size, container and resource.
using Values = std::map<std::string, std::string>;

// Writes a configuration in a layout that depends on the seed only, and not on the values.
class Layout {
 public:
  Layout(uint64_t seed, Values& values) : random_(seed), values_(values) {}

  // Adds missing values at random.
  std::string Write() {
    is_template_ = Chance(2);
    indent_ = Chance(3) ? 4 : 2;
    has_dash_indent_ = Chance(2);
    if (Chance(3)) absl::StrAppend(&text_, "# Sizes: of the fleet, \"quoted\" {and} more\n---\n");
    if (Chance(3)) absl::StrAppend(&text_, "apiVersion: v1\nkind: ConfigMap\nspec:\n  sizes:\n  - name: small\n---\n");
    absl::StrAppend(&text_, "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\n",
                    "kind: ClusterSizingConfiguration\nmetadata:\n  name: cluster\n");
    if (Chance(3))
      absl::StrAppend(&text_, "  annotations:\n    note: |\n      spec:\n        sizes: 1Gi # no comment\n");
    const bool has_branches = is_template_ && Chance(2);
    absl::StrAppend(&text_, "spec:\n");
    if (has_branches) Line(0, Chance(2) ? "{{- if eq .Values.kind \"test\" }}" : "{{ if .Values.test -}} # test");
    WriteSizes(0);
    if (has_branches) {
      Line(Pick(3), "{{- else }}");
      WriteSizes(1);
      Line(0, "{{- end }}");
    }
    if (Chance(2)) absl::StrAppend(&text_, "  concurrency: {limit: 5, slidingWindow: 0s}\n");
    return Chance(4) ? absl::StrReplaceAll(text_, {{"\n", "\r\n"}}) : text_;
  }

 private:
  bool Chance(int of) { return Pick(of) == 0; }
  size_t Pick(size_t count) { return random_() % count; }
  void Line(size_t column, const std::string& line) {
    absl::StrAppend(&text_, std::string(column, ' '), line, "\n");
    if (Chance(12)) absl::StrAppend(&text_, Chance(2) ? "\n" : "    # memory: 7Gi\n");
    if (is_template_ && Chance(15)) absl::StrAppend(&text_, "    {{- /* memory: 8Gi */}}\n");
  }
  std::string Comment() { return Chance(6) ? "  # was: 9Gi, \"more\"" : ""; }

  // Returns the scalar of an identifier in one of the styles.
  std::string Scalar(const std::string& id, bool is_cpu) {
    const char* const made = is_cpu ? kCpu[Pick(std::size(kCpu))] : kMemory[Pick(std::size(kMemory))];
    const std::string value = values_.try_emplace(id, made).first->second;
    const size_t style = Pick(4);
    if (style == 0) return absl::StrCat("\"", value, "\"");
    return style == 1 ? absl::StrCat("'", value, "'") : value;
  }

  void WriteSizes(int branch) {
    Line(2, "sizes:");
    const size_t count = branch == 0 ? 5 : 1 + Pick(5);
    for (size_t i = 0; i < count; ++i) {
      const size_t dash = has_dash_indent_ ? 4 : 2;
      const std::string id = absl::StrCat(branch, "/", kSizes[i]);
      Line(dash, absl::StrCat("- name: ", Chance(3) ? absl::StrCat("\"", kSizes[i], "\"") : kSizes[i], Comment()));
      Line(dash + 2,
           is_template_ && Chance(3) ? "criteria: {from: {{ .Values.from }}, to: 100}" : "criteria: {from: 0}");
      Line(dash + 2, "effects:");
      const size_t column = dash + 2 + indent_;
      Line(column, absl::StrCat("kasGoMemLimit: ", Scalar(absl::StrCat(id, "/go"), false), Comment()));
      if (is_template_ && Chance(3)) Line(column, "etcdPriorityClassName: {{ .Values.class | quote }}");
      Line(column, "resourceRequests:");
      for (const char* container : kContainers) WriteRequest(column, absl::StrCat(id, "/", container), container);
    }
  }

  void WriteRequest(size_t column, const std::string& id, const std::string& container) {
    const std::string memory = absl::StrCat("memory: ", Scalar(id + "/memory", false));
    const std::string cpu = absl::StrCat("cpu: ", Scalar(id + "/cpu", true));
    if (Chance(4)) {
      return Line(column, absl::StrCat("- {deploymentName: ", container, ", ", cpu, ", containerName: \"", container,
                                       "\", ", memory, "}", Comment()));
    }
    if (Chance(2)) {
      Line(column, absl::StrCat("- ", memory, Comment()));
      Line(column + 2, absl::StrCat("deploymentName: ", container));
    } else {
      Line(column, absl::StrCat("- deploymentName:   ", container, Comment()));
      Line(column + 2, absl::StrCat(memory, Comment()));
    }
    Line(column + 2, absl::StrCat("containerName: '", container, "'"));
    Line(column + 2, absl::StrCat(cpu, Comment()));
  }

  std::mt19937_64 random_;
  Values& values_;
  bool is_template_ = false;
  size_t indent_ = 2;
  bool has_dash_indent_ = false;
  std::string text_;
};

// Returns the path of an identifier without its branch.
std::vector<PathStep> PathOf(const std::string& id) {
  const size_t size_end = id.find('/', 2);
  std::vector<PathStep> path = {{"spec"}, {"sizes", {{"name", id.substr(2, size_end - 2)}}}, {"effects"}};
  const std::string rest = id.substr(size_end + 1);
  if (rest == "go") {
    path.push_back({"kasGoMemLimit"});
    return path;
  }
  const std::string container = rest.substr(0, rest.find('/'));
  path.push_back({"resourceRequests", {{"deploymentName", container}, {"containerName", container}}});
  path.push_back({rest.substr(rest.find('/') + 1)});
  return path;
}

TEST(GeneratedTextsTest, OnlyTheNamedScalarsDiffer) {
  int edits = 0;
  int refused = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Values values;
    const std::string text = Layout(seed, values).Write();
    TextProblem problem;
    ScalarEditor editor(text, "ClusterSizingConfiguration", problem);
    ASSERT_EQ(problem.message, "") << seed << ", line " << PositionIn(text, problem.offset).line << "\n" << text;
    EXPECT_EQ(editor.Text(), text);
    Values changed = values;
    std::mt19937_64 random(seed);
    for (const auto& [id, value] : values) {
      if (random() % 3 != 0) continue;
      const auto other = values.find((id[0] == '0' ? "1" : "0") + id.substr(1));
      const bool is_clear = other == values.end() || other->second != value;
      const std::string new_value = absl::StrCat(random() % 100'000, random() % 2 == 0 ? "Mi" : "");
      const TextProblem refusal = editor.Set({PathOf(id), value, new_value});
      EXPECT_EQ(refusal.message.empty(), is_clear) << seed << " " << id << ": " << refusal.message << "\n" << text;
      ++(is_clear ? edits : refused);
      if (is_clear) changed[id] = new_value;
    }
    EXPECT_EQ(editor.Text(), Layout(seed, changed).Write()) << seed;
  }
  EXPECT_GT(edits, 2'000);
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace cpsizer::tree
