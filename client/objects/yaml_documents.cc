#include "client/objects/yaml_documents.h"

#include <exception>
#include <istream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/file_limits.h"
#include "client/objects/yaml_source.h"
#include "cpsizer/limits.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/mark.h"
#include "yaml-cpp/parser.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kAliases = "aliases (`*name`) are not supported; write the value itself";
// The tags of yaml-cpp for scalars without an explicit tag. Mappings and lists without an explicit tag have the plain
// tag.
constexpr absl::string_view kPlainTag = "?";
constexpr absl::string_view kQuotedTag = "!";

Position At(const YAML::Mark& mark) {
  return {mark.line + 1, mark.column + 1};
}

// A message of yaml-cpp, and the message that replaces it.
struct Sentence {
  absl::string_view theirs;
  absl::string_view ours;
};

const Sentence kSentences[] = {
    {YAML::ErrorMsg::END_OF_MAP, "this does not belong in the mapping above it; check the indentation and the quotes"},
    {YAML::ErrorMsg::END_OF_SEQ, "this does not belong in the list above it; check the indentation and the quotes"},
    {YAML::ErrorMsg::MAP_VALUE, "a `:` is not allowed here; check the indentation, or quote the value"},
    {YAML::ErrorMsg::MAP_KEY, "a key is not allowed here; check the indentation"},
    {YAML::ErrorMsg::BLOCK_ENTRY, "a list item is not allowed here; check the indentation"},
    {YAML::ErrorMsg::FLOW_END, "this closing bracket has no opening bracket"},
    {YAML::ErrorMsg::EOF_IN_SCALAR, "a quoted string that begins above is not closed"},
    {YAML::ErrorMsg::DOC_IN_SCALAR, "a quoted string that begins above is not closed"},
    {YAML::ErrorMsg::TAB_IN_INDENTATION, "tabs are not allowed in indentation; use spaces"},
    {YAML::ErrorMsg::UNKNOWN_TOKEN, "a value cannot begin with this character; quote it"},
    {YAML::ErrorMsg::UNKNOWN_ANCHOR, kAliases},
    {YAML::ErrorMsg::ALIAS_NOT_FOUND, "a value cannot begin with `*`; quote it"},
    {YAML::ErrorMsg::ANCHOR_NOT_FOUND, "a value cannot begin with `&`; quote it"},
};

// Returns whether the indentation of the line at `mark` contains a tab.
bool TabIndents(absl::string_view text, const YAML::Mark& mark) {
  const size_t pos = mark.pos < 0 ? 0 : static_cast<size_t>(mark.pos);
  const size_t line_break = pos == 0 ? absl::string_view::npos : text.rfind('\n', pos - 1);
  const absl::string_view line = text.substr(line_break == absl::string_view::npos ? 0 : line_break + 1);
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != absl::string_view::npos;
}

// Forwards the events of yaml-cpp to a TreeBuilder.
class EventReader : public YAML::EventHandler {
 public:
  EventReader(absl::string_view text, YamlSource& source, TreeBuilder& builder)
      : text_(text), source_(source), builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    Listen();
    builder_.BeginDocument();
    const auto pos = static_cast<size_t>(mark.pos);
    // yaml-cpp begins a new document where the previous document cannot continue. At such a place, yaml-cpp can begin
    // new documents without end.
    if (!first_ && (pos >= text_.size() || !absl::StartsWith(text_.substr(pos), "---"))) {
      builder_.Stop(
          At(mark),
          "this does not belong to the lines above it; check the indentation, or put `---` between documents");
    }
    first_ = false;
  }
  void OnDocumentEnd() override { builder_.EndDocument(); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Listen();
    builder_.Plain(At(mark), "");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { builder_.Refuse(At(mark), std::string(kAliases)); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    Listen();
    if (tag == kQuotedTag) return builder_.Quoted(At(mark), value);
    if (CheckTag(mark, tag)) builder_.Plain(At(mark), value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    Listen();
    if (CheckTag(mark, tag)) builder_.BeginList(At(mark));
  }
  void OnSequenceEnd() override { builder_.End(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    Listen();
    if (CheckTag(mark, tag)) builder_.BeginMap(At(mark));
  }
  void OnMapEnd() override { builder_.End(); }

 private:
  void Listen() {
    source_.ResetLimit();
    if (builder_.stopped()) source_.Stop();
  }

  bool CheckTag(const YAML::Mark& mark, absl::string_view tag) {
    if (tag.empty() || tag == kPlainTag) return true;
    builder_.Refuse(At(mark),
                    absl::StrCat("tag \"", EscapeCut(tag, kMaxQuotedValueBytes), "\" is not supported; remove it"));
    return false;
  }

  absl::string_view text_;
  YamlSource& source_;
  TreeBuilder& builder_;
  bool first_ = true;
};

void StopAtError(const YAML::Exception& error, absl::string_view text, TreeBuilder& builder) {
  const Position position = At(error.mark);
  if (TabIndents(text, error.mark)) return builder.Stop(position, "tabs are not allowed in indentation; use spaces");
  const bool map = error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW;
  if (map || error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW) {
    return builder.Stop(builder.InnermostOpen(),
                        map ? "the mapping that begins with this `{` is not closed, or a `,` is missing"
                            : "the list that begins with this `[` is not closed, or a `,` is missing");
  }
  for (const Sentence& sentence : kSentences) {
    if (error.msg == sentence.theirs) return builder.Stop(position, std::string(sentence.ours));
  }
  builder.Stop(position, absl::StrCat("is not YAML: ", EscapeCut(error.msg, 2 * kMaxQuotedValueBytes)));
}

}  // namespace

void ReadYamlDocuments(absl::string_view text, TreeBuilder& builder) {
  YamlSource source(text);
  std::istream stream(&source);
  EventReader events(text, source, builder);
  try {
    YAML::Parser parser(stream);
    while (!builder.stopped() && parser.HandleNextDocument(events)) {
    }
  } catch (const YAML::Exception& error) {
    if (!source.exceeded_limit()) StopAtError(error, text, builder);
  } catch (const std::exception& error) {
    builder.Stop({}, absl::StrCat("cannot be read: ", EscapeCut(error.what(), 2 * kMaxQuotedValueBytes)));
  }
  if (source.exceeded_limit()) {
    builder.Stop(builder.InnermostOpen(),
                 absl::StrCat("has more than ", kMaxPendingIndicators,
                              " consecutive brackets, commas, colons or quotes; this is not a Kubernetes object"));
  }
}

}  // namespace cpsizer::objects
