#ifndef CPSIZER_TESTS_TESTING_REAL_API_MANIFESTS_H_
#define CPSIZER_TESTS_TESTING_REAL_API_MANIFESTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::testing {

// Returns the objects of a YAML text, which are separated by lines `---`. `origin` is the name of the text in errors.
absl::StatusOr<std::vector<kube::Json>> ParseManifests(absl::string_view text, absl::string_view origin);
// Returns the objects of a YAML file of the source tree.
absl::StatusOr<std::vector<kube::Json>> ReadManifests(const std::string& path);

// Returns the collection path of objects of this kind and namespace: `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL`.
// This function derives the plural by the rules of English, without discovery.
std::string CollectionOf(const kube::Json& object);
// Returns the path of the object: the collection path and the object's name.
std::string PathOf(const kube::Json& object);

// Creates the objects of a file of the source tree as `user`. An unknown field is an error.
absl::Status CreateManifests(ApiUser& user, const std::string& path);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_MANIFESTS_H_
