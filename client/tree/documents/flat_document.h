#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_FLAT_DOCUMENT_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_FLAT_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// A YAML or JSON document as one list of values in the order of the file.
//
// A value needs 20 bytes here, and about 150 bytes in a tree of Nodes. A list of many objects is kept in this form, and
// only one of its objects at a time is converted to a tree.
class FlatDocument {
 public:
  enum class Form : uint8_t { kPlain, kQuoted, kList, kMap };

 private:
  // Packed, because a file can have a million values.
  struct [[gnu::packed, gnu::aligned(4)]] Record {
    const char* text;  // null for lists and mappings
    uint32_t size;     // for lists and mappings: the index after the last member
    uint32_t line;
    uint32_t column : 29;
    uint32_t form : 3;
  };

 public:
  // A value of a document. Valid as long as the document is not changed.
  class Value {
   public:
    Form form() const { return static_cast<Form>(record().form); }
    bool is_list() const { return form() == Form::kList; }
    bool is_map() const { return form() == Form::kMap; }
    Position position() const;

    // Returns the value of `key`, or nothing if there is no such key or if this value is not a mapping.
    absl::optional<Value> Find(absl::string_view key) const;
    // Returns the text at `key`, or `missing` if there is no text.
    std::string TextAt(absl::string_view key, const std::string& missing) const;
    // Calls `visit` for each item of this list.
    void ForEachItem(absl::FunctionRef<void(const Value&)> visit) const;

    // Returns the value as a tree. If the value is a mapping, leaves out the keys for which `wanted` returns false. The
    // keys of inner mappings are not passed to `wanted`.
    Node ToTree(absl::FunctionRef<bool(absl::string_view key)> wanted) const;
    Node ToTree() const;

   private:
    friend class FlatDocument;
    Value(const FlatDocument& document, uint32_t index) : document_(&document), index_(index) {}

    const Record& record() const { return document_->records_[index_]; }
    absl::string_view text() const { return {record().text, record().size}; }
    Value At(uint32_t index) const { return {*document_, index}; }
    // Returns the index after this value and its members.
    uint32_t End() const;
    void ConvertTo(Node& node) const;

    const FlatDocument* document_;
    uint32_t index_;
  };

  // Removes all values.
  void Clear();
  // Prepares memory for `count` values. The memory is not touched before it is used.
  void Reserve(size_t count) { records_.reserve(count); }

  // Adds a key, or a scalar. `text` must outlive the document.
  void AddScalar(Form form, Position position, absl::string_view text);
  // Adds an empty list or mapping, and returns its index. The values and keys that are added until End() are its
  // members. A mapping consists of alternating keys and values.
  uint32_t Begin(Form form, Position position);
  void End(uint32_t index) { records_[index].size = static_cast<uint32_t>(records_.size()); }
  // Copies a text into the memory of the document.
  absl::string_view Keep(absl::string_view text);

  bool empty() const { return records_.empty(); }
  // Returns the outermost value. Requires that the document is not empty.
  Value root() const { return {*this, 0}; }
  Value at(uint32_t index) const { return {*this, index}; }
  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }

  absl::string_view TextOf(uint32_t index) const { return {records_[index].text, records_[index].size}; }
  int LineOf(uint32_t index) const { return static_cast<int>(records_[index].line); }

 private:
  std::vector<Record> records_;
  std::vector<std::unique_ptr<char[]>> blocks_;  // memory of Keep()
  size_t block_rest_ = 0;                        // the number of unused bytes at the end of the last block
  char* block_next_ = nullptr;
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_FLAT_DOCUMENT_H_
