#include "client/cli/capacity/capacity.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/capacity/limits.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/capacity/capacity_figures.h"
#include "client/cli/capacity/capacity_model.h"
#include "client/cli/capacity/capacity_output.h"
#include "client/cli/capacity/request_changes.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/output/structured.h"

namespace cpsizer::cli {
namespace {

constexpr ListedKind kListedForCapacity[] = {
    {"scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration", "clustersizingconfigurations", false,
     "metadata.name=cluster"},
    kListedHostedClusters,
    Listed(objects::ObjectKind::kCapacityNode),
    Listed(objects::ObjectKind::kCapacityPod),
};

absl::StatusOr<std::vector<PlannedNodes>> ReadPlanned(const std::vector<std::string>& texts) {
  std::vector<PlannedNodes> planned;
  for (const std::string& text : texts) {
    const size_t equals = text.rfind('=');
    PlannedNodes nodes = {text.substr(0, equals), 0};
    if (equals == std::string::npos || nodes.name.empty() || !absl::SimpleAtoi(text.substr(equals + 1), &nodes.count) ||
        nodes.count < 1 || nodes.count > static_cast<int64_t>(capacity::kMaxNodes)) {
      return absl::InvalidArgumentError(absl::StrCat(
          FlagWithSource("--nodes-like", text), ": \"", text, "\" is not NAME=COUNT with a count from 1 to ",
          capacity::kMaxNodes, "; write the name of a Node and a number, such as worker-1=3"));
    }
    planned.push_back(std::move(nodes));
  }
  return planned;
}

absl::StatusOr<ListedObjects> ListForCapacity(const ClusterFlags& flags) {
  return ListKinds(flags, kListedForCapacity, objects::kCapacityKinds, [](const ListedKind& kind, const auto& object) {
    if (kind.kind != "Pod") return false;
    const absl::string_view phase = tree::TextAt(object, {"status", "phase"});
    return phase == "Succeeded" || phase == "Failed";
  });
}

std::vector<std::string> NamesOfSizes(const v1::ClusterSizingConfiguration& config) {
  std::vector<std::string> names;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) names.push_back(size.name());
  return names;
}

// Returns the configuration of --with. Returns null after an error.
const v1::ClusterSizingConfiguration* ReadWith(const CapacityFlags& flags, Inputs& then, Screen& err) {
  if (flags.with_config != nullptr) return flags.with_config;
  then.exit_code = ReadFiles(flags.with, "--with", err, then);
  if (then.exit_code != kExitFine) return nullptr;
  const objects::FoundConfiguration* found = TheConfiguration(then, err);
  return found == nullptr ? nullptr : &found->config;
}

// Reads the changes of the second configuration, if there is one. Returns false after an error.
bool ReadChanges(const CapacityFlags& flags, Inputs& then, RequestChanges& changes, std::vector<std::string>& sizes,
                 Screen& err) {
  if (flags.with.empty() && flags.with_config == nullptr) return true;
  const v1::ClusterSizingConfiguration* config = ReadWith(flags, then, err);
  if (config == nullptr) return false;
  absl::StatusOr<RequestChanges> read = RequestChanges::Make(*config);
  if (!read.ok()) {
    then.exit_code = PrintError(read.status(), kExitUsage, err);
    return false;
  }
  changes = *std::move(read);
  sizes = NamesOfSizes(*config);
  return true;
}

}  // namespace

int RunCapacity(const CapacityFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  FlagChecks checks(err);
  const absl::StatusOr<std::vector<PlannedNodes>> planned = ReadPlanned(flags.nodes_like);
  checks.Add(planned.status());
  if (!checks.ok()) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadWhole(
      flags.source, objects::kCapacityKinds, [&] { return ListForCapacity(flags.source.cluster); }, err, inputs);
  if (unread != kExitFine) return unread;
  std::vector<std::string> sizes;
  if (!inputs.inventory.configurations.empty()) {
    const objects::FoundConfiguration* found = TheConfiguration(inputs, err);
    if (found == nullptr) return inputs.exit_code;
    sizes = NamesOfSizes(found->config);
  }
  Inputs then;
  RequestChanges changes;
  if (!ReadChanges(flags, then, changes, sizes, err)) return then.exit_code;
  const absl::StatusOr<CapacityModel> model = MakeCapacityModel(inputs.inventory, sizes, *planned, changes);
  if (!model.ok()) return PrintError(model.status(), kExitUsage, err);
  if (model->pods_of_other_nodes > 0) {
    PrintNote(absl::StrCat(model->pods_of_other_nodes, " pods are left out, because their nodes are not given"), err);
  }
  if (!flags.with.empty() && model->changed_pods == 0) {
    PrintNote("--with changes no request: the control planes with its sizes already have the requests of its effects",
              err);
  }
  const CapacityFigures figures = FiguresOf(*model);
  PrintResult(
      flags.output, environment.out, [&] { return CapacityJson(*model, figures); },
      [&] {
        for (const SizeFigures& each : figures.sizes) {
          if (each.more.has_value()) environment.out.Line(absl::StrCat(each.size->size, " ", *each.more));
        }
      },
      [&](bool) { PrintCapacity(*model, figures, environment.out); });
  const bool is_full = WarnOfCapacity(*model, figures, err);
  return is_full ? kExitFindings : kExitFine;
}

Verb AddCapacity(CLI::App& root) {
  CLI::App* app =
      root.add_subcommand("capacity", "Print how many more hosted clusters the management cluster has room for");
  auto flags = std::make_shared<CapacityFlags>();
  AddPaths(*app, "-f,--filename", flags->source.files, /*several=*/true,
           "File, folder (with its subfolders) or - for standard input, with the Nodes and Pods of the management "
           "cluster, its HostedClusters and its ClusterSizingConfiguration; the default is to read a cluster, to which "
           "nothing is written");
  AddConnection(*app, flags->source.cluster, "");
  AddPaths(*app, "--with", flags->with, /*several=*/true,
           "File or folder with another ClusterSizingConfiguration: the requests of its effects replace those of the "
           "control planes with its sizes");
  AddPaths(*app, "--nodes-like", flags->nodes_like, /*several=*/false,
           "NAME=COUNT: add COUNT planned nodes like the Node NAME, without its pods; may be given several times")
      .type_name("NAME=COUNT");
  AddOutput(*app, flags->output);
  app->footer(
      "capacity -f deploy/examples/capacity\n"
      "capacity -f deploy/examples/capacity --with deploy/examples/larger-requests.yaml --nodes-like node-a1=2");
  return {app, [flags](Environment& environment) { return RunCapacity(*flags, environment); }};
}

}  // namespace cpsizer::cli
