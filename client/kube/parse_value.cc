#include "client/kube/parse_value.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/value_builder.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/mark.h"
#include "yaml-cpp/parser.h"

namespace cpsizer::kube {
namespace {

// The tags that yaml-cpp reports for quoted scalars, and for scalars with the tag `!!str`.
constexpr absl::string_view kQuotedTag = "!";
constexpr absl::string_view kTextTag = "tag:yaml.org,2002:str";
// Without this marker for the end of the document, yaml-cpp accepts a quoted string without a closing quote.
constexpr absl::string_view kEndOfDocument = "\n...\n";
// The maximum number of documents in a text. All documents after the first document must be empty.
constexpr int kMaxDocuments = 64;

class YamlEvents : public YAML::EventHandler {
 public:
  explicit YamlEvents(ValueBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    ++documents_;
    line_ = mark.line + 1;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {
    if (IsFirst()) builder_.Plain("");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    builder_.Refuse(absl::StrCat("has an alias (`*name`) in line ", mark.line + 1,
                                 ", which is not supported; write the value itself"));
  }
  void OnScalar(const YAML::Mark&, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    if (!IsFirstWithContent()) return;
    if (tag == kQuotedTag || tag == kTextTag) return builder_.Quoted(value);
    builder_.Plain(value);
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (IsFirstWithContent()) builder_.BeginList();
  }
  void OnSequenceEnd() override {
    if (IsFirst()) builder_.End();
  }
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (IsFirstWithContent()) builder_.BeginMap();
  }
  void OnMapEnd() override {
    if (IsFirst()) builder_.End();
  }

  int documents() const { return documents_; }

 private:
  bool IsFirst() const { return documents_ == 1; }
  // yaml-cpp begins a new document if the indentation of a line does not match the lines above the line.
  bool IsFirstWithContent() {
    if (IsFirst()) return true;
    builder_.Refuse(absl::StrCat(
        "has something in line ", line_,
        " that does not belong to the lines above it; check the indentation, and use one document per file"));
    return false;
  }

  ValueBuilder& builder_;
  int documents_ = 0;
  int line_ = 0;
};

// Passes the events of the parser of nlohmann to the builder. The text must be valid JSON.
class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonEvents(ValueBuilder& builder) : builder_(builder) {}

  bool null() override { return Plain("null"); }
  bool boolean(bool value) override { return Plain(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return Plain(absl::StrCat(value)); }
  bool number_unsigned(number_unsigned_t value) override { return Plain(absl::StrCat(value)); }
  bool number_float(number_float_t, const string_t& text) override { return Plain(text); }
  bool string(string_t& value) override { return Text(value); }
  bool binary(binary_t&) override { return false; }  // not called for JSON text
  bool start_object(size_t) override {
    builder_.BeginMap();
    return true;
  }
  bool key(string_t& name) override { return Text(name); }
  bool end_object() override { return End(); }
  bool start_array(size_t) override {
    builder_.BeginList();
    return true;
  }
  bool end_array() override { return End(); }
  bool parse_error(size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  bool Plain(std::string text) {
    builder_.Plain(std::move(text));
    return true;
  }
  bool Text(string_t& text) {
    builder_.Quoted(std::move(text));
    return true;
  }
  bool End() {
    builder_.End();
    return true;
  }

  ValueBuilder& builder_;
};

absl::Status NotYaml(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("is not YAML: ", why));
}

// Rejects control characters that text files do not contain. yaml-cpp treats some of these characters as the end of the
// text.
absl::Status CheckBytes(absl::string_view text) {
  const auto is_control = [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
  };
  const auto* const bad = std::find_if(text.begin(), text.end(), is_control);
  if (bad == text.end()) return absl::OkStatus();
  return NotYaml(absl::StrCat("byte 0x", absl::Hex(*bad, absl::kZeroPad2), " in line ",
                              std::count(text.begin(), bad, '\n') + 1, "; check that it is a text file in UTF-8"));
}

absl::Status ParseYaml(absl::string_view text, ValueBuilder& builder) {
  std::istringstream stream(absl::StrCat(text, kEndOfDocument));
  YamlEvents events(builder);
  try {
    YAML::Parser parser(stream);
    // Reads all documents, to detect content after the first document. Limits the number of documents, because yaml-cpp
    // can begin an unlimited number of documents at the same position.
    while (events.documents() < kMaxDocuments && parser.HandleNextDocument(events)) {
    }
  } catch (const YAML::Exception& error) {
    // Removes the part of the message after the colon, because this part contains values from the text.
    const absl::string_view message = error.msg;
    return NotYaml(absl::StrCat(message.substr(0, message.find(": ")), " in line ", error.mark.line + 1));
  } catch (const std::exception&) {
    return NotYaml("it cannot be parsed");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<tree::Node> ParseValue(absl::string_view text) {
  absl::Status status = CheckBytes(text);
  if (!status.ok()) return status;
  ValueBuilder builder;
  if (nlohmann::json::accept(text.begin(), text.end())) {
    JsonEvents events(builder);
    nlohmann::json::sax_parse(text.begin(), text.end(), &events);
  } else {
    status = ParseYaml(text, builder);
    // If the builder has an error, this error caused the error of the parser. In this case Take() returns the error of
    // the builder.
    if (!status.ok() && builder.ok()) return status;
  }
  return builder.Take();
}

}  // namespace cpsizer::kube
