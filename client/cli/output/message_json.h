#ifndef CPSIZER_CLIENT_CLI_OUTPUT_MESSAGE_JSON_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_MESSAGE_JSON_H_

#include <google/protobuf/message.h>

#include <string>

namespace cpsizer::cli {

// Appends the JSON form of `message` to `text`: the same text as ToJson(message).dump(2, ' ', true), but without a
// tree, which for a fleet needs most of the time. All lines except the first are indented by `indent` more spaces.
void AppendJson(const google::protobuf::Message& message, int indent, std::string& text);

// Like AppendJson(), on one line without spaces.
void AppendCompactJson(const google::protobuf::Message& message, std::string& text);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_MESSAGE_JSON_H_
