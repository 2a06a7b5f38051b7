#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::testing {

// A parsed request to the fake API server.
struct FakeApiRequest {
  std::string line;  // `GET /path?query`, as received
  std::string method;
  std::string path;                                       // without the query
  std::map<std::string, std::string> query;               // decoded
  absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
  std::string body;

  // Returns the value; empty if it is absent.
  std::string Parameter(absl::string_view name) const;
  std::string Header(absl::string_view name) const;
  bool IsWatch() const;
  bool IsWrite() const { return method != "GET"; }
};

FakeApiRequest ReadApiRequest(FakeHttpRequest request);

// The object or collection that a path names.
struct FakeApiTarget {
  std::string collection;  // `/apis/GROUP/VERSION/PLURAL`, without a namespace
  std::string plural;
  std::string name_space;   // empty for all namespaces, or if there is none
  std::string name;         // empty for the collection
  std::string subresource;  // `status`, `scale`, or empty

  // Returns `NAMESPACE/NAME` or `NAME`. The order of keys is the order of objects in a list.
  std::string Key() const;
};

// Returns the target; absent if the path names no object or collection.
absl::optional<FakeApiTarget> ParseTarget(absl::string_view path);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_REQUEST_H_
