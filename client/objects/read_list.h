#ifndef CPSIZER_CLIENT_OBJECTS_READ_LIST_H_
#define CPSIZER_CLIENT_OBJECTS_READ_LIST_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "client/tree/parse_json.h"

// Objects and lists of API servers as messages. Errors: InvalidArgument, a sentence about what cannot be used;
// ResourceExhausted for an item of more than tree::kMaxNodes nodes.
namespace cpsizer::objects {

// Returns a value of a response, safe to print: escaped, and cut after kMaxQuotedValueBytes.
std::string ShownValue(absl::string_view text);

// Reads one object with `read`, which reports its problems.
template <typename Read>
absl::Status ReadObject(const Node& node, const Read& read) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  if (read(node, list)) return absl::OkStatus();
  return absl::InvalidArgumentError(problems.empty() ? "it cannot be read" : problems[0].message);
}

// Checks a list of this kind without its items, which tree::ParseList() has removed. `error` is that of ParseList(),
// and `bytes` the length of the response.
absl::Status CheckEmptiedList(const Node& list, absl::string_view kind, const absl::Status& error, size_t bytes);

// Reads each item of a list of this kind with `read`, and passes it to `take`, which may refuse it. One by one, because
// the trees of all items would take many times the bytes.
template <typename Found, typename Take>
absl::Status ReadItems(absl::string_view answer, absl::string_view kind,
                       bool (*read)(const Node&, ProblemList&, Found&), const Take& take) {
  size_t index = 0;
  absl::Status taken;
  absl::Status error;
  const Node list = tree::ParseList(
      answer, tree::kSpecFields,
      [&](const Node& item) {
        Found found;
        taken = ReadObject(item, [&](const Node& node, ProblemList& problems) { return read(node, problems, found); });
        if (taken.ok()) taken = take(found);
        if (absl::IsInvalidArgument(taken)) {
          taken = absl::InvalidArgumentError(absl::StrCat("items[", index, "]: ", taken.message()));
        }
        ++index;
        return taken.ok();
      },
      &error);
  return taken.ok() ? CheckEmptiedList(list, kind, error, answer.size()) : taken;
}

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_READ_LIST_H_
