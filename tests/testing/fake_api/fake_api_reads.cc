#include "tests/testing/fake_api/fake_api_reads.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace cpsizer::testing {
namespace {

// The maximum number of lists for which clients can request more pages.
constexpr size_t kMaxMoments = 64;

std::string Dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FakeApiAnswer ExpiredToken() {
  Json status = StatusObject(410, "Expired", "The provided continue parameter is too old to display a consistent list");
  status["metadata"]["continue"] = "inconsistent==";
  return ObjectAnswer(410, status);
}

FakeApiAnswer TooLargeVersion() {
  FakeApiAnswer answer = StatusAnswer(504, "Timeout", "Too large resource version",
                                      {{"ResourceVersionTooLarge", "", "Too large resource version"}});
  answer.retry_after = 1;
  return answer;
}

absl::optional<FakeApiAnswer> VersionRefusal(const FakeApiStore& store, const FakeApiRequest& request) {
  const std::string text = request.Parameter("resourceVersion");
  const bool continues = !request.Parameter("continue").empty();
  if (continues && !text.empty()) return BadRequest("specifying resource version is not allowed when using continue");
  const bool matches = !request.Parameter("resourceVersionMatch").empty();
  if (matches && (continues || text.empty())) return Invalid("resourceVersionMatch", "Forbidden");
  if (text.empty()) return absl::nullopt;
  int64_t version = 0;
  if (!absl::SimpleAtoi(text, &version)) return BadRequest("Invalid value for resourceVersion");
  if (version > store.version()) return TooLargeVersion();
  const bool exactly = !request.Parameter("limit").empty() && version != 0;
  if (!exactly || version >= store.compacted()) return absl::nullopt;
  return StatusAnswer(410, "Expired", "The resourceVersion for the provided list is too old.");
}

size_t LimitOf(const FakeApiRequest& request, size_t most_in_page) {
  size_t limit = 0;
  const bool from_cache = request.Parameter("resourceVersion") == "0";
  if (from_cache || !absl::SimpleAtoi(request.Parameter("limit"), &limit) || limit == 0) return SIZE_MAX;
  return std::min(limit, most_in_page);
}

}  // namespace

FakeApiForm FormOf(const FakeApiRequest& request) {
  const std::string accept = request.Header("accept");
  if (absl::StrContains(accept, "as=PartialObjectMetadataList;")) return FakeApiForm::kMetadataList;
  return absl::StrContains(accept, "as=PartialObjectMetadata;") ? FakeApiForm::kMetadata : FakeApiForm::kWhole;
}

std::string Rendered(const Json& object, FakeApiForm form) {
  if (form == FakeApiForm::kWhole) return Dump(object);
  return absl::StrCat(R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":)",
                      Dump(kube::Find(object, {"metadata"})), "}");
}

bool FakeApiSelector::Takes(const Json& object) const {
  const auto matches = [&object](const absl::optional<std::string>& wanted, const char* parent, const char* key) {
    return !wanted.has_value() || kube::TextAt(object, {parent, key}) == *wanted;
  };
  return matches(name, "metadata", "name") && matches(name_space, "metadata", "namespace") &&
         matches(involved_kind, "involvedObject", "kind") && matches(involved_name, "involvedObject", "name");
}

absl::optional<FakeApiSelector> SelectorOf(const FakeApiTarget& target, const FakeApiRequest& request) {
  FakeApiSelector selector;
  if (!target.name_space.empty()) selector.name_space = target.name_space;
  const std::string text = request.Parameter("fieldSelector");
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ',', absl::SkipEmpty());
  for (absl::string_view part : parts) {
    if (absl::ConsumePrefix(&part, "metadata.name=")) {
      absl::ConsumePrefix(&part, "=");
      selector.name = std::string(part);
    } else if (absl::ConsumePrefix(&part, "metadata.namespace=")) {
      absl::ConsumePrefix(&part, "=");
      selector.name_space = std::string(part);
    } else if (absl::ConsumePrefix(&part, "involvedObject.kind=")) {
      selector.involved_kind = std::string(part);
    } else if (absl::ConsumePrefix(&part, "involvedObject.name=")) {
      selector.involved_name = std::string(part);
    } else {
      return absl::nullopt;
    }
  }
  return selector;
}

FakeApiPage FakeApiPager::Take(const FakeApiStore& store, const FakeApiTarget& target, const FakeApiRequest& request) {
  FakeApiPage page;
  const absl::optional<FakeApiSelector> selector = SelectorOf(target, request);
  if (!selector.has_value()) page.refusal = BadRequest("field label not supported");
  if (!page.refusal.has_value()) page.refusal = VersionRefusal(store, request);
  if (page.refusal.has_value()) return page;

  int64_t id = 0;
  size_t offset = 0;
  const std::string token = request.Parameter("continue");
  if (!token.empty()) {
    const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(token, absl::MaxSplits('/', 1));
    const bool read =
        absl::SimpleAtoi(parts.first, &id) && absl::SimpleAtoi(absl::StripSuffix(parts.second, "=="), &offset);
    if (!read || moments_.count(id) == 0) {
      page.refusal = ExpiredToken();
      return page;
    }
  }
  const Moment moment = token.empty() ? Moment{store.All(target.collection), store.version()} : moments_.at(id);
  page.version = moment.version;
  const FakeApiStore::Objects& objects = *moment.objects;
  const size_t limit = LimitOf(request, most_in_page_);
  for (; offset < objects.size(); ++offset) {
    if (!selector->Takes(*objects[offset])) continue;
    if (page.items.size() == limit) break;
    page.items.push_back(objects[offset]);
  }
  if (offset == objects.size()) return page;
  if (token.empty()) {
    moments_[id = ++last_moment_] = moment;
    if (moments_.size() > kMaxMoments) moments_.erase(moments_.begin());
  }
  // Like a real continue token, this token contains characters that must be encoded in a query.
  page.next = absl::StrCat(id, "/", offset, "==");
  if (!selector->name.has_value() && !selector->name_space.has_value()) page.remaining = objects.size() - offset;
  return page;
}

FakeApiAnswer ListAnswer(const FakeApiKind& kind, const FakeApiPage& page, FakeApiForm form) {
  if (page.refusal.has_value()) return *page.refusal;
  Json metadata = {{"resourceVersion", absl::StrCat(page.version)}};
  if (!page.next.empty()) metadata["continue"] = page.next;
  if (page.remaining.has_value()) metadata["remainingItemCount"] = *page.remaining;
  const bool whole = form == FakeApiForm::kWhole;
  const std::string list_kind = kind.list_kind.empty() ? kind.kind + "List" : kind.list_kind;
  const Json head = {{"kind", whole ? list_kind : "PartialObjectMetadataList"},
                     {"apiVersion", whole ? kind.api_version : "meta.k8s.io/v1"},
                     {"metadata", std::move(metadata)}};
  FakeApiAnswer answer;
  answer.body = head.dump();
  answer.body.pop_back();
  absl::StrAppend(&answer.body, R"(,"items":[)");
  for (size_t i = 0; i < page.items.size(); ++i) {
    absl::StrAppend(&answer.body, i == 0 ? "" : ",", Rendered(*page.items[i], form));
  }
  absl::StrAppend(&answer.body, "]}");
  return answer;
}

}  // namespace cpsizer::testing
