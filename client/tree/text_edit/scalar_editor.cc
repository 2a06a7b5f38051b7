#include "client/tree/text_edit/scalar_editor.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/tree/text_edit/text_documents.h"

namespace cpsizer::tree {
namespace {

// Returns the only value of `key`, or null if there is none or if there are several.
const TextNode::Entry* OnlyEntry(const TextNode& map, absl::string_view key) {
  const TextNode::Entry* found = nullptr;
  for (const TextNode::Entry& entry : map.entries) {
    if (entry.key != key) continue;
    if (found != nullptr) return nullptr;
    found = &entry;
  }
  return found;
}

bool IsPlainValue(absl::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '+';
  });
}

}  // namespace

std::string PathText(const std::vector<PathStep>& path) {
  const auto append = [](std::string* out, const PathStep& step) {
    out->append(step.key);
    if (step.item.empty()) return;
    absl::StrAppend(out, "[", absl::StrJoin(step.item, ",", absl::PairFormatter("=")), "]");
  };
  return absl::StrJoin(path, ".", append);
}

Position PositionIn(absl::string_view text, size_t offset) {
  const absl::string_view before = text.substr(0, offset);
  const size_t line_end = before.rfind('\n');
  const size_t line_begin = line_end == absl::string_view::npos ? 0 : line_end + 1;
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - line_begin) + 1};
}

ScalarEditor::ScalarEditor(std::string text, absl::string_view kind, TextProblem& problem)
    : text_(std::move(text)), kind_(kind), template_(text_, problem) {
  if (problem.message.empty()) documents_ = ReadTextDocuments(template_.masked(), problem);
}

absl::string_view ScalarEditor::ValueOf(const TextNode& node) const {
  if (node.kind != TextNode::Kind::kScalar) return "";
  return absl::string_view(text_).substr(node.begin, node.end - node.begin);
}

bool ScalarEditor::IsOfKind(const TextNode& document) const {
  const TextNode::Entry* const kind = OnlyEntry(document, "kind");
  return kind != nullptr && ValueOf(kind->value) == kind_;
}

bool ScalarEditor::IsItem(const TextNode& node, const PathStep& step) const {
  return std::all_of(step.item.begin(), step.item.end(), [&](const auto& wanted) {
    const TextNode::Entry* const entry = OnlyEntry(node, wanted.first);
    if (entry == nullptr || ValueOf(entry->value) != wanted.second) return false;
    // A name in a branch is not the name of the item in the other branches.
    return template_.BranchesAt(entry->offset) == template_.BranchesAt(node.offset);
  });
}

void ScalarEditor::Find(const TextNode& node, size_t offset, size_t step, bool is_shared, Search& search) const {
  if (step > search.steps) search.deepest = offset;
  search.steps = std::max(search.steps, step);
  is_shared |= node.is_shared;
  if (step == search.edit.path.size()) {
    search.found.push_back({&node, is_shared});
    return;
  }
  const PathStep& wanted = search.edit.path[step];
  // A part of an object that begins in one branch and goes on in another is a part of several objects.
  const auto is_outside = [&](size_t part) {
    return !IsInside(template_.BranchesAt(part), template_.BranchesAt(offset));
  };
  for (const TextNode::Entry& entry : node.entries) {
    if (entry.key != wanted.key) continue;
    const bool is_entry_shared = is_shared || is_outside(entry.offset);
    if (wanted.item.empty()) {
      Find(entry.value, entry.offset, step + 1, is_entry_shared, search);
      continue;
    }
    for (const TextNode& item : entry.value.items) {
      if (!IsItem(item, wanted)) continue;
      const bool is_item_outside = !IsInside(template_.BranchesAt(item.offset), template_.BranchesAt(entry.offset));
      Find(item, item.offset, step + 1, is_entry_shared || entry.value.is_shared || is_item_outside, search);
    }
  }
}

std::string ScalarEditor::Refusal(const Found& found, const ScalarEdit& edit) const {
  const TemplateBranches& branches = template_.BranchesAt(found.node->offset);
  const bool is_repeated =
      std::any_of(branches.begin(), branches.end(), [](const TemplateBranch& branch) { return branch.is_loop; });
  if (is_repeated || found.is_shared) return "can be used at several places: a loop, an anchor, or other branches";
  if (found.node->kind != TextNode::Kind::kScalar) {
    const absl::string_view rest = template_.masked().substr(found.node->offset);
    const bool has_directive = rest.substr(0, rest.find('\n')).find(TemplateText::kHidden) != absl::string_view::npos;
    return has_directive ? "is an expression of the template" : "is not a simple value in one line";
  }
  if (edit.present.has_value() && ValueOf(*found.node) != *edit.present) {
    return absl::StrCat("is not ", *edit.present, ", as in the configuration");
  }
  return "";
}

const ScalarEditor::Found* ScalarEditor::Choose(const Search& search, TextProblem& problem) const {
  const std::vector<Found>& found = search.found;
  if (found.empty()) {
    problem = {search.deepest, "is not in this file; add it"};
    return nullptr;
  }
  if (found.size() == 1) {
    problem = {found[0].node->offset, Refusal(found[0], search.edit)};
    return problem.message.empty() ? &found[0] : nullptr;
  }
  const Found* chosen = nullptr;
  bool is_clear = search.edit.present.has_value();
  for (size_t i = 0; i < found.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      is_clear &=
          AreExclusive(template_.BranchesAt(found[i].node->offset), template_.BranchesAt(found[k].node->offset));
    }
    // The value of an expression is not known: it can be the present one.
    is_clear &= found[i].node->kind == TextNode::Kind::kScalar && !found[i].is_shared;
    if (!is_clear || ValueOf(*found[i].node) != *search.edit.present) continue;
    is_clear = chosen == nullptr;
    chosen = &found[i];
  }
  if (is_clear && chosen != nullptr) {
    problem = {chosen->node->offset, Refusal(*chosen, search.edit)};
    return problem.message.empty() ? chosen : nullptr;
  }
  const auto append = [this](std::string* out, const Found& each) {
    absl::StrAppend(out, PositionIn(text_, each.node->offset).line);
  };
  problem = {found[1].node->offset, absl::StrCat("is in this file several times: in the lines ",
                                                 absl::StrJoin(found, ", ", append), "; change it by hand")};
  return nullptr;
}

TextProblem ScalarEditor::Set(const ScalarEdit& edit) {
  Search search = {edit, {}};
  if (!IsPlainValue(edit.value)) return {0, absl::StrCat(PathText(edit.path), ": the new value needs quotes")};
  bool has_object = false;
  for (const TextNode& document : documents_) {
    if (!IsOfKind(document)) continue;
    has_object = true;
    Find(document, document.offset, 0, false, search);
  }
  if (!has_object) return {0, absl::StrCat("this file has no ", kind_, "; give the file of the configuration")};
  TextProblem problem;
  const Found* const chosen = Choose(search, problem);
  if (chosen != nullptr) {
    edits_[chosen->node->begin] = {chosen->node->end, edit.value};
    return {};
  }
  problem.message = absl::StrCat(PathText(edit.path), " ", problem.message);
  return problem;
}

std::string ScalarEditor::Text() const {
  std::string text;
  size_t copied = 0;
  for (const auto& [begin, edit] : edits_) {
    absl::StrAppend(&text, text_.substr(copied, begin - copied), edit.second);
    copied = edit.first;
  }
  return absl::StrCat(text, text_.substr(copied));
}

}  // namespace cpsizer::tree
