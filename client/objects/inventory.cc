#include "client/objects/inventory.h"

#include <filesystem>
#include <system_error>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "client/objects/file_text.h"
#include "client/objects/file_walk.h"
#include "client/objects/folder_documents.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/known_objects.h"
#include "client/objects/problem_list.h"

namespace cpsizer::objects {
namespace {

class Reader {
 public:
  Reader(const KindSet& kinds, const KindSet& optional_kinds, MistypedValues mistyped_values)
      : kinds_(kinds), optional_kinds_(optional_kinds), builder_(kinds, optional_kinds, mistyped_values) {}

  void ReadPath(const std::string& path) {
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored)) return ReadFolder(path);
    ReadOne(path, /*in_folder=*/false);
  }

  Inventory Finish() { return builder_.Finish(); }

 private:
  Inventory& inventory() { return builder_.inventory(); }

  void ReadFolder(const std::string& path) {
    const FolderFiles files = WalkFolder(path);
    for (const FolderFiles::Unreadable& folder : files.unreadable) {
      inventory().problems.push_back({folder.path, {}, absl::StrCat("cannot be read: ", folder.why)});
    }
    if (files.paths.empty() && files.unreadable.empty()) {
      inventory().problems.push_back({path, {}, "contains no file named .yaml, .yml or .json"});
    }
    inventory().skipped_files += files.others;
    for (const std::string& file : files.paths) ReadOne(file, /*in_folder=*/true);
  }

  void ReadOne(const std::string& path, bool in_folder) {
    if (!IsFirstTime(path)) return;
    ProblemList problems(path, inventory().problems);
    const absl::optional<std::string> bytes = ReadFile(path, problems);
    if (!bytes.has_value()) return;
    if (in_folder) return ReadOneOfFolder(*bytes, problems);
    const int documents = builder_.AddFile(*bytes, problems);
    if (documents == 0 && problems.empty()) problems.Add({}, "contains no Kubernetes object");
  }

  void ReadOneOfFolder(absl::string_view bytes, ProblemList& problems) {
    // An installation configuration has no kind that ReadOptional() could find.
    const bool has_install_config = optional_kinds_.Has(ObjectKind::kInstallConfig);
    const KindSet kinds = has_install_config ? kinds_.With({ObjectKind::kInstallConfig}) : kinds_;
    const bool parsed =
        ReadFolderDocuments(bytes, kinds, problems, inventory().not_objects,
                            [&](const FlatDocument::Value& document) { builder_.AddDocument(document, problems); });
    if (parsed || !problems.empty() || ReadOptional(bytes, problems.file())) return;
    ++inventory().skipped_objects;
  }

  bool ReadOptional(absl::string_view text, const std::string& path) {
    if (!NamesKnownKind(text, optional_kinds_)) return false;
    ProblemList problems(path, inventory().optional_problems);
    builder_.AddFile(text, problems);
    return problems.empty();
  }

  // Returns false for a file that was already read through another path.
  bool IsFirstTime(const std::string& path) {
    std::error_code error;
    const std::string canonical = path == "-" ? path : std::filesystem::canonical(path, error).string();
    return seen_.insert(error ? path : canonical).second;
  }

  const KindSet kinds_;
  const KindSet optional_kinds_;
  InventoryBuilder builder_;
  absl::flat_hash_set<std::string> seen_;
};

}  // namespace

Inventory ReadInventory(absl::Span<const std::string> paths, const KindSet& kinds, const KindSet& optional_kinds,
                        MistypedValues mistyped_values) {
  Reader reader(kinds, optional_kinds, mistyped_values);
  for (const std::string& path : paths) reader.ReadPath(path);
  return reader.Finish();
}

}  // namespace cpsizer::objects
