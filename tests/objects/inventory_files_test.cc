#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/objects/file_limits.h"
#include "client/objects/inventory.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::string_view kConfiguration =
    "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n";
constexpr absl::string_view kConfigMap = "apiVersion: v1\nkind: ConfigMap\n";

std::string FleetCluster(absl::string_view name) {
  return absl::StrCat("apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {name: ", name,
                      "}\n");
}

// Each test has its own folder, which is removed after the test.
class InventoryFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cpsizer_inventory_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string Write(const std::string& name, absl::string_view text) {
    const fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  // Returns the problems as `file:line:column: sentence`. The file is relative to the folder of the test.
  std::vector<std::string> ProblemTexts(const Inventory& inventory) const {
    std::vector<std::string> texts;
    for (const FileProblem& problem : inventory.problems) {
      const std::string file = fs::path(problem.file).lexically_relative(root_).string();
      const std::string place = problem.position.line == 0 ? "" : absl::StrCat(":", Text(problem.position));
      texts.push_back(absl::StrCat(file, place, ": ", problem.message));
    }
    return texts;
  }

  fs::path root_;
};

std::vector<std::string> Names(const Inventory& inventory) {
  std::vector<std::string> names;
  for (const HostedCluster& cluster : inventory.clusters) names.push_back(cluster.name);
  return names;
}

TEST_F(InventoryFiles, ReadsFoldersInTheOrderOfNames) {
  Write("b.yaml", kConfiguration);
  Write("a/z.yml", kConfiguration);
  Write("a/b/c.json",
        R"({"apiVersion":"scheduling.hypershift.openshift.io/v1alpha1","kind":"ClusterSizingConfiguration"})");
  Write("c.txt", kConfiguration);
  Write("d", kConfiguration);
  Write(".hidden.yaml", kConfiguration);
  Write(".git/x.yaml", kConfiguration);
  const Inventory inventory = ReadInventory({root_.string()});
  EXPECT_THAT(ProblemTexts(inventory), IsEmpty());
  std::vector<std::string> files;
  for (const FoundConfiguration& found : inventory.configurations) {
    files.push_back(fs::path(found.file).lexically_relative(root_).string());
  }
  EXPECT_THAT(files, ElementsAre("a/b/c.json", "a/z.yml", "b.yaml"));
  EXPECT_EQ(inventory.skipped_files, 4);
}

TEST_F(InventoryFiles, ReadsANamedFileWhateverItsName) {
  const Inventory inventory = ReadInventory({Write("sizes.txt", kConfiguration)});
  EXPECT_EQ(inventory.configurations.size(), 1U);
  EXPECT_EQ(inventory.skipped_files, 0);
}

TEST_F(InventoryFiles, CountsObjectsOfOtherKinds) {
  Write("a.yaml", kConfigMap);
  Write("b.yaml", absl::StrCat(kConfigMap, "---\n", FleetCluster("x"), "---\n", kConfigMap));
  Write("values.yaml", "replicas: 3\nimage: x\n");
  const Inventory inventory = ReadInventory({root_.string()});
  EXPECT_THAT(ProblemTexts(inventory), IsEmpty());
  EXPECT_THAT(Names(inventory), ElementsAre("x"));
  EXPECT_EQ(inventory.skipped_objects, 3);
  EXPECT_EQ(inventory.not_objects.size(), 1U);
}

struct FolderDocumentCase {
  std::string name;
  std::string text;
  std::vector<std::string> problems;
  std::vector<std::string> not_objects;
};

constexpr char kNoKind[] = "has no kind; it cannot be read as a Kubernetes object";

const FolderDocumentCase kFolderDocumentCases[] = {
    {"another kind", "apiVersion: v1\nkind: ConfigMap\n", {}, {}},
    {"another kind, malformed", "apiVersion: v1\nkind: ConfigMap\ndata: a: b\n", {}, {}},
    {"an object that is cut before its kind",
     "apiVersion: hypershift.openshift.io/v1beta1\nmetadata:\n  name: x",
     {"1:1: the Kubernetes object has no kind"},
     {}},
    {"an object with a quoted apiVersion that is cut before its kind",
     "'apiVersion' : 'machine.openshift.io/v1beta1'\n",
     {"1:1: the Kubernetes object has no kind"},
     {}},
    {"a list of kubectl that is cut before its kind",
     "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Pod\n",
     {"1:1: the Kubernetes object has no kind"},
     {}},
    {"JSON that is cut before the kind",
     "{\"apiVersion\": \"v1\",\n \"ki",
     {"2:2: is not JSON: this string is not closed"},
     {}},
    {"a list of kubectl in JSON that is cut",
     "{\"apiVersion\": \"v1\", \"items\": [{\"apiVersion\": \"v1\", \"kind\": \"Pod\"}",
     {"1:67: is not JSON: the file ends before this object is closed"},
     {}},
    {"JSON of another kind", R"({"apiVersion": "v1", "kind": "Pod", "a": "\"{["})", {}, {}},
    {"JSON that is cut in the kind",
     "{\"apiVersion\": \"hypershift.openshift.io/v1beta1\",\n \"kind\": \"Host",
     {"2:10: is not JSON: this string is not closed"},
     {}},
    {"a second document that is cut",
     "apiVersion: v1\nkind: ConfigMap\n---\napiVersion: hypershift.openshift.io/v1beta1\n",
     {"4:1: the Kubernetes object has no kind"},
     {}},
    {"a kind without an apiVersion", "kind: HostedCluster\n", {"1:1: the Kubernetes object has no apiVersion"}, {}},
    {"malformed YAML without a kind",
     "a: [",
     {"1:4: the list that begins with this `[` is not closed, or a `,` is missing"},
     {}},
    {"malformed YAML with a kind that is not a name",
     "kind: [\n",
     {"1:7: the list that begins with this `[` is not closed, or a `,` is missing"},
     {}},
    {"an object that is cut in its kind", "apiVersion: v1\nkind:", {}, {absl::StrCat("1:1: ", kNoKind)}},
    {"a kustomization", "resources:\n- a.yaml\n", {}, {absl::StrCat("1:1: ", kNoKind)}},
    {"a kustomization that names a kind",
     "patches:\n- target: {kind: HostedCluster}\n",
     {},
     {absl::StrCat("1:1: ", kNoKind)}},
    {"the values of a chart", "replicaCount: 1\nkinds: [a]\n", {}, {absl::StrCat("1:1: ", kNoKind)}},
    {"a chart", "apiVersion: v1\nname: a\n", {}, {absl::StrCat("1:1: ", kNoKind)}},
    {"a template", "{{- if .Values.a }}\na: 1\n{{- end }}\n", {}, {}},
    {"a playbook", "- hosts: all\n", {}, {"1:1: is a list; it cannot be read as a Kubernetes object"}},
    {"text", "hello\n", {}, {"1:1: is text; it cannot be read as a Kubernetes object"}},
    {"a kind in a file that names a used kind",
     "# HostedCluster\nkind: pipeline\n",
     {},
     {"2:1: has no apiVersion; it cannot be read as a Kubernetes object"}},
    {"nothing", "", {}, {"contains no Kubernetes object"}},
    {"comments alone", "# a\n---\n", {}, {"contains no Kubernetes object"}},
    {"a comment above an object", "# a\n---\napiVersion: v1\nkind: ConfigMap\n---\n", {}, {}},
};

TEST_F(InventoryFiles, DistinguishesCutObjectsFromOtherDocumentsOfFolders) {
  for (const FolderDocumentCase& c : kFolderDocumentCases) {
    SCOPED_TRACE(c.name);
    Write("a.yaml", c.text);
    const Inventory inventory = ReadInventory({root_.string()});
    EXPECT_EQ(Sentences(inventory.problems), c.problems);
    EXPECT_EQ(Sentences(inventory.not_objects), c.not_objects);
  }
}

TEST_F(InventoryFiles, NumbersTheObjectsWithProblems) {
  const std::string file = Write("a.yaml",
                                 "- a\n---\na: [\n---\napiVersion: v1\nkind: List\nitems:\n- {}\n- {}\n"
                                 "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\n"
                                 "metadata: {name: [], namespace: []}\n");
  std::set<int> objects;
  const Inventory inventory = ReadInventory({file});
  for (const FileProblem& problem : inventory.problems) objects.insert(problem.object);
  EXPECT_EQ(inventory.problems.size(), 6U);
  EXPECT_EQ(objects.size(), 5U);
}

TEST_F(InventoryFiles, FollowsNoLinksToFolders) {
  Write("a/b.yaml", FleetCluster("x"));
  fs::create_directory_symlink(root_, root_ / "a" / "loop");
  fs::create_symlink(root_ / "a" / "b.yaml", root_ / "link.yaml");
  fs::create_symlink(root_ / "nowhere", root_ / "broken.yaml");
  const Inventory inventory = ReadInventory({root_.string()});
  EXPECT_THAT(ProblemTexts(inventory), ElementsAre("broken.yaml: cannot be opened: No such file or directory"));
  EXPECT_THAT(Names(inventory), ElementsAre("x"));
}

TEST_F(InventoryFiles, ReadsAFileOnceWithSeveralPaths) {
  const std::string file = Write("a/b.yaml", FleetCluster("x"));
  const Inventory inventory = ReadInventory({file, root_.string(), (root_ / "a" / ".." / "a" / "b.yaml").string()});
  EXPECT_THAT(ProblemTexts(inventory), IsEmpty());
  EXPECT_THAT(Names(inventory), ElementsAre("x"));
}

TEST_F(InventoryFiles, NeverOpensAPipeInAFolder) {
  Write("a.yaml", FleetCluster("x"));
  ASSERT_EQ(mkfifo((root_ / "pipe.yaml").c_str(), 0600), 0);
  const Inventory inventory = ReadInventory({root_.string()});
  EXPECT_THAT(Names(inventory), ElementsAre("x"));
  EXPECT_EQ(inventory.skipped_files, 1);
}

TEST_F(InventoryFiles, ReportsPathsThatCannotBeRead) {
  fs::create_directory(root_ / "empty");
  Write("other/a.txt", "x");
  const Inventory inventory =
      ReadInventory({(root_ / "missing.yaml").string(), (root_ / "empty").string(), (root_ / "other").string()});
  EXPECT_THAT(ProblemTexts(inventory), ElementsAre("missing.yaml: cannot be opened: No such file or directory",
                                                   "empty: contains no file named .yaml, .yml or .json",
                                                   "other: contains no file named .yaml, .yml or .json"));
}

TEST_F(InventoryFiles, ReportsFilesWithoutPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "root may open everything";
  const std::string file = Write("a.yaml", FleetCluster("x"));
  fs::permissions(file, fs::perms::none);
  fs::create_directory(root_ / "closed");
  fs::permissions(root_ / "closed", fs::perms::none);
  const Inventory inventory = ReadInventory({root_.string()});
  fs::permissions(root_ / "closed", fs::perms::owner_all);
  EXPECT_THAT(ProblemTexts(inventory),
              ElementsAre("closed: cannot be read: Permission denied", "a.yaml: cannot be opened: Permission denied"));
}

TEST_F(InventoryFiles, RefusesALargeFileWithoutReadingIt) {
  const std::string file = Write("large.yaml", FleetCluster("x"));
  // Appends NUL bytes to the file. A reader of the whole file would report the NUL bytes as a problem.
  fs::resize_file(file, 50'000'000);
  EXPECT_THAT(ProblemTexts(ReadInventory({file})),
              ElementsAre("large.yaml: is larger than 32 MiB; keep only the objects that sizing reads, or split it"));
}

TEST_F(InventoryFiles, LimitsInputWithoutASize) {
  EXPECT_THAT(Sentences(ReadInventory({"/dev/zero"}).problems),
              ElementsAre("is larger than 32 MiB; keep only the objects that sizing reads, or split it"));
}

TEST_F(InventoryFiles, ReadsUpToTheBound) {
  std::string text =
      R"({"apiVersion":"hypershift.openshift.io/v1beta1","kind":"HostedCluster","metadata":{"name":"x"}})";
  text.append(kMaxFileBytes - text.size(), ' ');
  EXPECT_THAT(Names(ReadInventory({Write("a.yaml", text)})), ElementsAre("x"));
  EXPECT_THAT(ProblemTexts(ReadInventory({Write("b.yaml", text + "\n")})),
              ElementsAre(::testing::StartsWith("b.yaml: is larger than 32 MiB")));
}

TEST_F(InventoryFiles, ChecksTheTextOfFilesThatAreNotAboutSizing) {
  Write("a.yaml", "a: \x01\n");
  EXPECT_THAT(ProblemTexts(ReadInventory({root_.string()})), ElementsAre(::testing::StartsWith("a.yaml:1:4: control")));
}

TEST_F(InventoryFiles, ReportsBothPlacesOfADuplicateCluster) {
  const std::string first = Write("a.yaml", FleetCluster("x"));
  Write("b.yaml", absl::StrCat("# again\n", FleetCluster("x")));
  EXPECT_THAT(ProblemTexts(ReadInventory({root_.string()})),
              ElementsAre(absl::StrCat("b.yaml:2:1: HostedCluster x is also in ", first, ":1:1; give it once")));
}

TEST_F(InventoryFiles, EscapesOtherFilesNamesInSentences) {
  Write("a\x1b[2J.yaml", FleetCluster("x"));
  Write("b.yaml", FleetCluster("x"));
  const std::vector<std::string> texts = ProblemTexts(ReadInventory({root_.string()}));
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_THAT(texts[0], ::testing::HasSubstr("a\\x1b[2J.yaml:1:1"));
}

struct InventoryFilesCase {
  std::string name;
  std::string text;
  std::vector<std::string> problems;
  int clusters = 0;
};

const InventoryFilesCase kObjectCases[] = {
    {"a list of kubectl",
     "apiVersion: v1\nkind: List\nitems:\n- apiVersion: hypershift.openshift.io/v1beta1\n"
     "  kind: HostedCluster\n  metadata: {name: a}\n- {apiVersion: v1, kind: Pod}\n",
     {},
     1},
    {"a list of the API server, items without kind",
     "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedClusterList\nitems:\n- metadata: {name: a}\n",
     {},
     1},
    {"a list of another kind", "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n", {}, 0},
    {"a list in a list",
     "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: List, items: [{apiVersion: "
     "hypershift.openshift.io/v1beta1, kind: HostedCluster, metadata: {name: a}}]}\n",
     {},
     1},
    {"an empty list", "apiVersion: v1\nkind: List\nitems: []\n", {}, 0},
    {"a list of nothing", "apiVersion: v1\nkind: List\nitems:\n", {}, 0},
    {"items that are not a list",
     "apiVersion: v1\nkind: List\nitems: {a: b}\n",
     {"3:8: items is a mapping where a list is expected"}},
    {"an item without kind",
     "apiVersion: v1\nkind: List\nitems:\n- metadata: {}\n",
     {"4:3: the Kubernetes object has no kind"}},
    {"an item that is not a mapping",
     "apiVersion: v1\nkind: List\nitems: [5]\n",
     {"3:9: a Kubernetes object is a mapping, this is a number"}},
    {"text", "hello there\n", {"1:1: a Kubernetes object is a mapping, this is text"}},
    {"a list of none", "- a\n", {"1:1: a Kubernetes object is a mapping, this is a list"}},
    {"no kind", "apiVersion: v1\nmetadata: {}\n", {"1:1: the Kubernetes object has no kind"}},
    {"no apiVersion", "kind: HostedCluster\n", {"1:1: the Kubernetes object has no apiVersion"}},
    {"a kind that is not a text", "apiVersion: v1\nkind: 5\n", {"1:1: the Kubernetes object has no kind"}},
    {"an unknown kind", "apiVersion: example.com/v1\nkind: HostedCluster\n", {}, 0},
    {"another version of a known kind",
     "apiVersion: hypershift.openshift.io/v2\nkind: HostedCluster\n",
     {"1:1: HostedCluster of hypershift.openshift.io/v2 is not supported; use hypershift.openshift.io/v1beta1"}},
    {"a bad document between good ones",
     FleetCluster("a") + "---\n- a\n---\n" + FleetCluster("b"),
     {"5:1: a Kubernetes object is a mapping, this is a list"},
     2},
    {"nothing at all", "", {"contains no Kubernetes object"}},
    {"comments alone", "# nothing\n---\n# yet\n", {"contains no Kubernetes object"}},
    {"null", "null\n", {"contains no Kubernetes object"}},
};

TEST_F(InventoryFiles, IdentifiesObjectsByApiVersionAndKind) {
  for (const InventoryFilesCase& c : kObjectCases) {
    SCOPED_TRACE(c.name);
    const Inventory inventory = ReadInventory({Write("a.yaml", c.text)});
    EXPECT_EQ(Sentences(inventory.problems), c.problems);
    EXPECT_EQ(inventory.clusters.size(), static_cast<size_t>(c.clusters));
  }
}

TEST_F(InventoryFiles, KeepsAConfigurationOfAnotherVersionForTheLibraryToRefuse) {
  for (const char* api_version : {"scheduling.hypershift.openshift.io/v1", "example.com/v1"}) {
    const Inventory inventory = ReadInventory(
        {Write("a.yaml", absl::StrCat("apiVersion: ", api_version, "\nkind: ClusterSizingConfiguration\n"))});
    EXPECT_THAT(ProblemTexts(inventory), IsEmpty());
    ASSERT_EQ(inventory.configurations.size(), 1U);
    EXPECT_EQ(inventory.configurations[0].config.api_version(), api_version);
  }
}

TEST_F(InventoryFiles, ReadsStandardInput) {
  const std::string file = Write("a.yaml", FleetCluster("x"));
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(file.c_str(), "rb", stdin), nullptr);
  const Inventory inventory = ReadInventory({"-", "-"});
  ASSERT_NE(dup2(saved, STDIN_FILENO), -1);
  close(saved);
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  EXPECT_THAT(Names(inventory), ElementsAre("x"));
}

TEST_F(InventoryFiles, ReadsAMustGather) {
  constexpr int kObjects = 2'000;
  for (int i = 0; i < kObjects; ++i) {
    Write(absl::StrCat("namespaces/ns", i % 100, "/", i, ".yaml"),
          i % 10 == 0 ? FleetCluster(absl::StrCat("c", i)) : std::string(kConfigMap));
  }
  const Inventory inventory = ReadInventory({root_.string()});
  EXPECT_THAT(ProblemTexts(inventory), IsEmpty());
  EXPECT_EQ(inventory.clusters.size(), static_cast<size_t>(kObjects / 10));
  EXPECT_EQ(inventory.skipped_objects, kObjects - kObjects / 10);
}

}  // namespace
}  // namespace cpsizer::objects
