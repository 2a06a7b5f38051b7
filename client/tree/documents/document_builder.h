#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_BUILDER_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/tree/documents/document_problems.h"
#include "client/tree/documents/flat_document.h"

namespace cpsizer::tree {

// Defines how long the text of an event is valid.
enum class TextLife : uint8_t {
  kFile,   // the text is a part of the file
  kEvent,  // the text is valid only during the call, and is copied
};

// Collects each document of a file from the events of a YAML or JSON parser. Checks the limits of limits.h before
// it adds a value. After an error the rest of the document is skipped.
class DocumentBuilder {
 public:
  // Calls `document` for each document that is not empty. The document is valid only during the call. `file_bytes` is
  // the size of the file. `problems` and `document` must outlive this object.
  DocumentBuilder(DocumentProblems& problems, absl::FunctionRef<void(const FlatDocument&)> document,
                  size_t file_bytes = 0);

  void BeginDocument();
  void BeginMap(Position position) { Begin(FlatDocument::Form::kMap, position); }
  void BeginList(Position position) { Begin(FlatDocument::Form::kList, position); }
  void End();  // ends the innermost mapping or list
  void Quoted(Position position, absl::string_view text, TextLife life = TextLife::kEvent);
  void Plain(Position position, absl::string_view text, TextLife life = TextLife::kEvent);
  void EndDocument();

  // Adds a problem, unless this document already has one. Skips the rest of the document.
  void Refuse(Position position, std::string message);
  // Same as Refuse(), and also makes stopped() true until the document ends.
  void Stop(Position position, std::string message);
  // Returns whether the parser should stop.
  bool stopped() const { return stopped_ || full(); }
  // Returns whether the file has so many problems that later ones are not reported.
  bool full() const { return problems_.full(); }

  // Returns the position of the innermost open mapping or list, or {} if none is open.
  Position InnermostOpen() const;
  // Returns whether the innermost open mapping or list is a mapping.
  bool InMap() const { return !open_.empty() && open_.back().is_map; }

 private:
  struct Suspicion {
    Position position;
    std::string message;
  };
  struct Open {
    uint32_t index;
    bool is_map;
    bool has_key = false;  // a key was added, but not its value
    size_t first_key;      // index in keys_ of the first key of this mapping
    // The keys of a mapping with many keys. Comparing a key with a few other keys is faster than hashing it.
    std::unique_ptr<absl::flat_hash_map<absl::string_view, uint32_t>> many_keys;
  };

  void Begin(FlatDocument::Form form, Position position);
  void AddScalar(FlatDocument::Form form, Position position, absl::string_view text, TextLife life);
  // Rejects the document because a key is a mapping or a list. A later, more important problem replaces this problem.
  void SuspectKey(FlatDocument::Form form, Position position);
  // Counts the next event. Returns false if the event must be ignored.
  bool Admit(Position position);
  bool ExpectsKey() const { return !open_.empty() && open_.back().is_map && !open_.back().has_key; }
  // Must be called after a value was added or ended.
  void HasValue();
  // Adds a key to the innermost mapping.
  void TakeKey(Position position, absl::string_view key, TextLife life);
  // Returns the index of the same key in `map`. If there is none, remembers that the next value is this key.
  absl::optional<uint32_t> FindOrRememberKey(Open& map, absl::string_view key);

  DocumentProblems& problems_;
  absl::FunctionRef<void(const FlatDocument&)> take_;
  FlatDocument document_;
  std::vector<Open> open_;
  std::vector<uint32_t> keys_;  // the indexes of the keys of open mappings, from outer to inner
  size_t levels_ = 0;           // the number of open mappings and lists, including skipped ones
  size_t nodes_ = 0;
  // The problem of SuspectKey(). The parser can report an unclosed `[` or `{` as a key. If a later error occurs, the
  // later error describes the cause better.
  absl::optional<Suspicion> suspicion_;
  bool refused_ = false;
  bool stopped_ = false;
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_DOCUMENT_BUILDER_H_
