#ifndef CPSIZER_CLIENT_CLI_INPUT_READER_WARNINGS_H_
#define CPSIZER_CLIENT_CLI_INPUT_READER_WARNINGS_H_

#include "absl/strings/string_view.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/objects/found_object.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

// The findings of the reader of an object, such as unknown fields, in a verb that makes decisions.
namespace cpsizer::cli {

// Returns whether a decision can be made with `found`. Prints the errors of its reader. Does not print warnings,
// because AddReaderWarnings() adds them to the response.
bool IsDecidable(const objects::CheckedObject& found, const Places& places, Screen& err);

// Adds the warnings of the reader of `found` to the findings of a response, so that the output has them in the form of
// the other findings. `prefix` is the path of the object in the request, such as `kubeletConfig.`, or empty.
void AddReaderWarnings(const objects::CheckedObject& found, absl::string_view prefix,
                       google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Prints the warnings of the reader of `found`, for output without findings.
void PrintReaderWarnings(const objects::CheckedObject& found, const Places& places, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_READER_WARNINGS_H_
