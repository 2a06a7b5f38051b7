#include "client/sidecar/size/folder_run.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/kube/quoted.h"
#include "client/objects/file_text.h"
#include "client/objects/file_walk.h"
#include "client/objects/folder_documents.h"
#include "client/objects/hypershift.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "client/objects/message_reader.h"
#include "client/sidecar/control/exit_code.h"
#include "client/sidecar/size/cluster_cache.h"
#include "client/sidecar/size/dry_run.h"
#include "client/sidecar/size/size_controller.h"
#include "cpsizer/v1/meta.pb.h"

namespace cpsizer::sidecar {
namespace {

using Lines = absl::btree_map<std::string, std::vector<std::string>>;
using objects::ObjectKind;
using tree::Node;

// The parts of a folder that were not read, with one sentence for each part.
struct FolderProblems {
  std::vector<std::string> errors;    // parts that cannot be read, and objects that occur twice
  std::vector<std::string> warnings;  // documents that are not Kubernetes objects
};

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

// Puts the objects of the YAML and JSON files in `path` into `cache` as complete lists.
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

void Print(const Lines& lines, std::ostream& out) {
  for (const auto& [cluster, sentences] : lines) {
    for (const std::string& sentence : sentences) out << cluster << ": " << sentence << "\n";
  }
  out << std::flush;
}

}  // namespace

int RunOnFolder(const Options& options, const MakeService& make_service, const Log& log, std::ostream& out,
                std::ostream& err) {
  std::error_code error;
  const std::filesystem::directory_iterator readable(options.source_folder, error);
  if (error) {
    err << "cpsizer-sidecar: --source: cannot read the folder " << kube::Quoted(options.source_folder) << ": "
        << error.message() << "; name a folder of YAML and JSON\n";
    return kExitUsage;
  }
  ClusterCache cache;
  const FolderProblems problems = ReadFolder(options.source_folder, cache);
  for (const std::string& error : problems.errors) err << "cpsizer-sidecar: " << error << "\n";
  for (const std::string& warning : problems.warnings) err << "cpsizer-sidecar: warning: " << warning << "\n";

  kube::EventLoop loop({}, absl::Now, [] { return 0.0; });
  const std::unique_ptr<SizingService> service = make_service(loop);
  Counters counters;
  const Dependencies dependencies{{loop, *service, nullptr, nullptr, counters, log, [] { return false; }}, cache};
  SizeController::Options controller_options;
  const auto& own = OwnOptions<SizeOptions>(options);
  controller_options.policy = {own.require_topology, own.manage_vpa};
  controller_options.request_options = own.request_options;
  controller_options.enforce = false;
  Lines lines;
  SizeController controller(dependencies, controller_options,
                            [&lines](const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
                              lines[KeyOf(cluster)] = DryRunSentences(cluster, vpa, size);
                            });
  controller.Start();
  while (!controller.idle() && counters.service_failures == 0) loop.RunOnce(absl::Seconds(1));
  Print(lines, out);
  if (!out.good()) {
    err << "cpsizer-sidecar: failed to write to standard output\n";
    return kExitInternal;
  }
  if (counters.service_failures > 0) return kExitUnreachable;
  if (!problems.errors.empty()) return kExitUsage;
  return CanDecide(controller.configuration().state()) ? kExitOk : kExitFindings;
}

}  // namespace cpsizer::sidecar
