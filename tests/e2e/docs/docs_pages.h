#ifndef CPSIZER_TESTS_E2E_DOCS_DOCS_PAGES_H_
#define CPSIZER_TESTS_E2E_DOCS_DOCS_PAGES_H_

#include <string>
#include <vector>

namespace cpsizer::e2e {

// Returns the paths of README.md and of all other pages for users. The paths are relative to the source tree and in
// order.
std::vector<std::string> DocsPages();

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_DOCS_DOCS_PAGES_H_
