#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::testing {

// A request to the fake API server, taken apart.
struct FakeApiRequest {
  std::string line;  // `GET /path?query`, as it came
  std::string method;
  std::string path;                                       // without the query
  std::map<std::string, std::string> query;               // decoded
  absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
  std::string body;

  // Empty where there is none.
  std::string Parameter(absl::string_view name) const;
  std::string Header(absl::string_view name) const;
  bool IsWatch() const;
  bool IsWrite() const { return method != "GET"; }
};

FakeApiRequest ReadApiRequest(FakeHttpRequest request);

// What a path names.
struct FakeApiTarget {
  std::string collection;  // `/apis/GROUP/VERSION/PLURAL`, never with a namespace
  std::string plural;
  std::string name_space;   // empty: all, or none
  std::string name;         // empty: the collection
  std::string subresource;  // `status`, `scale`, or empty

  // `NAMESPACE/NAME`, or `NAME`: sorts as a list does.
  std::string Key() const;
};

// Absent for what is no path of objects.
absl::optional<FakeApiTarget> ParseTarget(absl::string_view path);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_
