#include "client/sidecar/size/folder.h"

#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/file_text.h"
#include "client/objects/file_walk.h"
#include "client/objects/folder_documents.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "client/objects/message_reader.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {
namespace {

using objects::ObjectKind;
using tree::Node;

class FolderReader {
 public:
  explicit FolderReader(ClusterCache& cache) : cache_(cache) {}

  void ReadFile(const std::string& path) {
    objects::ProblemList problems(path, problems_);
    const absl::optional<std::string> bytes = objects::ReadFile(path, problems);
    if (!bytes.has_value()) return;
    objects::ReadFolderDocuments(*bytes, objects::kSizingKinds, problems, not_objects_,
                                 [&](const objects::FlatDocument::Value& document) {
                                   const Node object = document.ToTree();
                                   if (IsTyped(object, problems)) Put(object, problems);
                                 });
  }

  FolderProblems Problems() const { return {Sentences(problems_), Sentences(not_objects_)}; }

 private:
  static std::vector<std::string> Sentences(const std::vector<objects::FileProblem>& problems) {
    std::vector<std::string> sentences;
    sentences.reserve(problems.size());
    for (const objects::FileProblem& problem : problems) {
      sentences.push_back(objects::ProblemText(problem));
    }
    return sentences;
  }

  void Put(const Node& object, objects::ProblemList& problems) {
    const Node* const items = object.Find("items");
    if (absl::EndsWith(TextAt(object, {"kind"}), "List") && items != nullptr) {
      for (const Node& item : items->items) Put(item, problems);
      return;
    }
    const ObjectKind kind = objects::Recognize(TextAt(object, {"apiVersion"}), TextAt(object, {"kind"})).kind;
    if (kind == ObjectKind::kOther) return;
    if (kind == ObjectKind::kVerticalPodAutoscaler && TextAt(object, {"metadata", "name"}) != objects::kVpaName) return;
    const Node* const metadata = object.Find("metadata");
    v1::ObjectMeta read;
    if (metadata != nullptr && !objects::MessageReader(problems).Read(*metadata, "metadata", read)) return;
    if (kind == ObjectKind::kHostedCluster && read.name().empty()) {
      return problems.Add(object.position, objects::kClusterWithoutName);
    }
    const std::string key = absl::StrCat(TextAt(object, {"kind"}), " ", KeyOf(object));
    if (!seen_.insert(key).second) {
      return problems.Add(object.position, absl::StrCat(key, " occurs twice; give it once"));
    }
    PutKnown(kind, object, problems);
  }

  // Adds a problem and returns false if the object has no kind or no apiVersion.
  static bool IsTyped(const Node& object, objects::ProblemList& problems) {
    for (const absl::string_view key : {"kind", "apiVersion"}) {
      if (!TextAt(object, {key}).empty()) continue;
      problems.Add(object.position, absl::StrCat("the Kubernetes object has no ", key));
      return false;
    }
    return true;
  }

  // Reads a configuration. A misspelled field that a decision reads is a problem of the configuration, because sizes
  // would be decided without its value. An API server would refuse or remove such a field.
  static Configuration ReadCheckedConfiguration(const Node& object, const objects::ProblemList& problems) {
    Configuration configuration = ReadConfiguration(object);
    objects::FoundConfiguration found;
    found.mistyped_values = objects::MistypedValues::kReport;
    std::vector<objects::FileProblem> unused;
    objects::ProblemList own(problems.file(), unused);
    objects::MessageReader(own, found).Read(object, "", found.config);
    const v1::Finding* error = objects::FirstReaderError(found);
    if (configuration.problem.empty() && error != nullptr) {
      configuration.problem = absl::StrCat(error->path(), ": ", error->message(), ". ", error->remedy());
    }
    return configuration;
  }

  void PutKnown(ObjectKind kind, const Node& object, const objects::ProblemList& problems) {
    switch (kind) {
      case ObjectKind::kHostedCluster:
        cache_.PutCluster(ReadHostedCluster(object), /*listed=*/true, absl::InfinitePast());
        return;
      case ObjectKind::kVerticalPodAutoscaler:
        cache_.PutVpa(ReadVpa(object), /*listed=*/true);
        return;
      case ObjectKind::kConfiguration:
        cache_.configurations().PutListed(KeyOf(object), ReadCheckedConfiguration(object, problems));
        return;
      case ObjectKind::kMachineSet:
        cache_.machine_sets().PutListed(KeyOf(object), ReadMachineSet(object));
        return;
      default:
        return;
    }
  }

  ClusterCache& cache_;
  std::vector<objects::FileProblem> problems_;
  std::vector<objects::FileProblem> not_objects_;
  absl::flat_hash_set<std::string> seen_;
};

}  // namespace

FolderProblems ReadFolder(const std::string& path, ClusterCache& cache) {
  FolderReader reader(cache);
  const objects::FolderFiles files = objects::WalkFolder(path);
  for (const std::string& file : files.paths) reader.ReadFile(file);
  FolderProblems problems = reader.Problems();
  for (const objects::FolderFiles::Unreadable& unreadable : files.unreadable) {
    problems.errors.push_back(absl::StrCat(unreadable.path, ": ", unreadable.why));
  }
  cache.clusters().EndList();
  cache.vpas().EndList();
  cache.configurations().EndList();
  cache.machine_sets().EndList();
  return problems;
}

}  // namespace cpsizer::sidecar
