#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/effects/effects_model.h"
#include "client/cli/effects/effects_output.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/choose_cluster.h"
#include "client/effects/baseline.h"
#include "client/kube/read_file.h"

namespace cpsizer::cli {
namespace {

// The maximum of a table of requests, about ten times the size of 1,000 containers with long names.
constexpr size_t kMaxBaselineBytes = size_t{1} << 20;

// The nodes whose labels set GOMEMLIMIT. They are optional.
constexpr objects::KindSet kNodes = {objects::ObjectKind::kCapacityNode};

struct EffectsFlags {
  SourceFlags source;
  std::string cluster;
  std::string baseline;
  OutputFormat output = OutputFormat::kTable;
  bool exit_zero = false;
};

absl::StatusOr<effects::Requests> BaselineOf(const std::string& path) {
  if (path.empty()) return effects::DefaultBaseline();
  const absl::StatusOr<std::string> text = kube::ReadFile(path, kMaxBaselineBytes);
  if (!text.ok()) return absl::InvalidArgumentError(absl::StrCat("--baseline: ", std::string(text.status().message())));
  absl::StatusOr<effects::Requests> baseline = effects::ReadBaseline(*text);
  if (baseline.ok()) return baseline;
  return absl::InvalidArgumentError(absl::StrCat("--baseline: ", path, ": ", std::string(baseline.status().message())));
}

void PrintAll(const EffectsFlags& flags, const EffectsModel& model, Screen& out) {
  const bool is_one = !flags.cluster.empty();
  PrintResult(
      flags.output, out, [&] { return EffectsJson(model, !is_one); },
      [&] {
        for (const ClusterEffects& each : model.clusters) {
          if (!each.IsNotable()) continue;
          out.Line(absl::StrCat(each.cluster->namespace_name, "/", each.cluster->name));
        }
      },
      [&](bool wide) {
        if (is_one) {
          PrintClusterEffects(model.clusters.front(), wide, out);
        } else {
          PrintEffects(model, wide, out);
        }
      });
}

int Effects(EffectsFlags flags, Environment& environment) {
  Screen& err = environment.err;
  ChooseNamespace(flags.source, flags.cluster, err);
  const absl::StatusOr<ObjectFilter> filter = ObjectFilter::Make(flags.source, flags.cluster);
  if (!filter.ok()) return PrintError(filter.status(), kWrongFlags, err);
  const absl::StatusOr<effects::Requests> baseline = BaselineOf(flags.baseline);
  if (!baseline.ok()) return PrintError(baseline.status(), kExitUsage, err);
  Inputs inputs;
  const objects::KindSet kinds =
      flags.source.files.empty() ? objects::kSizingKinds.With(kNodes) : objects::kSizingKinds;
  const int unread = ReadSource(flags.source, err, inputs, kinds, kNodes);
  if (unread != kExitFine) return unread;
  FilterClusters(*filter, inputs);
  const objects::FoundConfiguration* found = TheConfiguration(inputs, err);
  if (found == nullptr) return inputs.exit_code;
  absl::Span<const objects::HostedCluster> clusters = inputs.inventory.clusters;
  if (!flags.cluster.empty()) {
    const absl::StatusOr<absl::Span<const objects::HostedCluster>> chosen =
        ChooseClusters(inputs, *filter, flags.cluster);
    if (!chosen.ok()) return PrintError(chosen.status(), kExitUsage, err);
    clusters = *chosen;
  }
  const Sources sources = {*found, inputs.inventory.machine_sets};
  EffectsModel model = MakeEffectsModel(sources, inputs.inventory.capacity.nodes, clusters, *baseline);
  model.baseline = flags.baseline.empty() ? effects::kBaselineRelease : flags.baseline;
  PrintAll(flags, model, environment.out);
  NoteEffects(model, err);
  const bool any = absl::c_any_of(model.clusters, [](const ClusterEffects& each) { return each.IsNotable(); });
  return std::max(inputs.exit_code, any ? kExitFindings : kExitFine);
}

}  // namespace

Verb AddEffects(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "effects", "Show which requests and annotations the sizes give hosted clusters, and what former sizes left");
  auto flags = std::make_shared<EffectsFlags>();
  AddFleetSource(*app, flags->source, /*several=*/false, "hosted clusters");
  AddText(*app, "CLUSTER", flags->cluster, "", "One hosted cluster, by name or namespace/name; the default is all");
  AddText(*app, "--baseline", flags->baseline, "PATH",
          absl::StrCat("CSV file with the requests of the containers of a release: ", effects::kBaselineHeader,
                       "; the default is the table of ", effects::kBaselineRelease));
  AddOutput(*app, flags->output);
  AddExitZero(*app, flags->exit_zero);
  app->footer(
      "effects -f deploy/examples/nodes\n"
      "effects -f deploy/examples/nodes -o wide");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(Effects(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
