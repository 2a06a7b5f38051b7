#ifndef CPSIZER_CLIENT_CLI_INPUT_DECISION_VERB_H_
#define CPSIZER_CLIENT_CLI_INPUT_DECISION_VERB_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/structured.h"
#include "client/service/blocking_service.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// A request made from objects. `places` maps the paths of the request to places in the files; the inventory that the
// request was made from must outlive it.
template <typename Request, typename RequestPlaces>
struct DecisionInput {
  Request request;
  RequestPlaces places;
  // The warnings of the reader about objects of the request, with their paths in the request. They become findings of
  // the response.
  google::protobuf::RepeatedPtrField<v1::Finding> reader_warnings;
};

// How a verb prints a response.
template <typename Response>
struct DecisionOutput {
  std::function<void(const Response&, Screen& out)> names;             // for -o name
  std::function<void(const Response&, bool wide, Screen& out)> table;  // for -o table and -o wide
  std::function<nlohmann::ordered_json(const Response&)> json = ToJson;
  // Returns the exit code of the content, without the findings.
  std::function<int(const Response&)> exit_code = [](const Response&) { return kExitFine; };
};

// A verb that reads objects, sends one request to the service, and prints the response.
template <typename Request, typename Response, typename RequestPlaces>
struct DecisionVerb {
  using Input = DecisionInput<Request, RequestPlaces>;

  // Reads the objects, makes the decision and prints it with the warnings. Returns the exit code.
  int Run(const ResponseFlags& flags, Environment& environment) const {
    Screen& err = environment.err;
    Inputs inputs;
    if (const int unread = ReadWhole(flags.source, kinds, list, err, inputs); unread != kExitFine) return unread;
    absl::optional<Input> input = make(inputs, err);
    if (!input.has_value()) return inputs.exit_code;
    const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
    if (client == nullptr) return kWrongFlags;
    absl::StatusOr<Response> response = client->Call(method, std::move(input->request));
    if (!response.ok()) return ReportFailure(response.status(), flag_of, input->places, "", err);
    response->mutable_findings()->MergeFrom(input->reader_warnings);
    PrintResult(
        flags.output, environment.out, [&] { return output.json(*response); },
        [&] { output.names(*response, environment.out); },
        [&](bool wide) { output.table(*response, wide, environment.out); });
    if (!IsStructured(flags.output)) ReportWarnings(response->findings(), input->places, "", err);
    return std::max(output.exit_code(*response), ExitCodeOf(response->findings(), flags.fail_on));
  }

  // The call of the service.
  void (SizingService::*method)(Request, std::function<void(absl::StatusOr<Response>)>);
  // The kinds that the verb reads, and the function that lists them in a cluster.
  const objects::KindSet& kinds;
  std::function<absl::StatusOr<ListedObjects>()> list;
  // Makes the request. If it cannot be made, prints an error, sets the exit code in `inputs` and returns nothing.
  std::function<absl::optional<Input>(Inputs& inputs, Screen& err)> make;
  // Returns the flag that sets a field of the request, or an empty text if no single flag sets the field.
  std::function<absl::string_view(absl::string_view field)> flag_of;
  DecisionOutput<Response> output;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_DECISION_VERB_H_
