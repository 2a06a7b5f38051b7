#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_REFERENCE_JSON_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_REFERENCE_JSON_H_

#include <nlohmann/json.hpp>

namespace cpsizer::cli {

// Returns what `explain` knows: `{"rules": [{"id", "severity", "meaning", "why", "remedy", "wrong", "right"}], "words":
// [{"id", "group", "meaning", "remedy", "seen"}], "fields": [{"path", "type", "meaning"}]}`.
nlohmann::ordered_json ReferenceJson();

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_REFERENCE_JSON_H_
