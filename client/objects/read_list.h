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

// Reads objects and lists of API servers into messages. Errors: InvalidArgument with a sentence about the part that
// cannot be used; ResourceExhausted for an item of more than tree::kMaxNodes nodes.
namespace cpsizer::objects {

// Returns a value of a response in a form that is safe to print: escaped, and cut after kMaxQuotedValueBytes.
std::string ShownValue(absl::string_view text);

// Reads one object with `read`. `read` reports the problems of the object.
template <typename Read>
absl::Status ReadObject(const Node& node, const Read& read) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  if (read(node, list)) return absl::OkStatus();
  return absl::InvalidArgumentError(problems.empty() ? "it cannot be read" : problems[0].message);
}

// Checks a list of this kind after tree::ParseList() has removed the items. `error` is the error of ParseList(), and
// `bytes` is the length of the response.
absl::Status CheckEmptiedList(const Node& list, absl::string_view kind, const absl::Status& error, size_t bytes);

// Reads each item of a list of this kind with `read`, and passes the item to `take`, which may refuse it. Only one tree
// is in memory at a time, because a tree needs much more memory than its text.
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
