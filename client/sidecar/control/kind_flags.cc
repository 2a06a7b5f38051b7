#include "client/sidecar/control/kind_flags.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cluster_autoscaler/setting_checks.h"
#include "client/sidecar/control/controllers.h"

namespace cpsizer::sidecar {
namespace {

// A flag that several controllers have.
struct SharedFlag {
  bool ControllerInfo::*has;
  server::Flag flag;
};

std::vector<SharedFlag> SharedFlags(Options& options) {
  return {{&ControllerInfo::has_machine_namespace,
           {"--machine-namespace", "NAME", "openshift-machine-api",
            "namespace of machines, MachineSets, the ControlPlaneMachineSet and their autoscalers",
            [&](absl::string_view text) {
              return SetChecked(text, cluster_autoscaler::CheckNamespace, options.machine_namespace);
            }}},
          {&ControllerInfo::has_sync_period,
           server::DurationFlag("--sync-period", "time between two decisions of one autoscaler", absl::Seconds(1),
                                options.sync_period)}};
}

// Returns the value of OnlyWith() for the controllers that have a shared flag.
std::string OnlyWithAll(bool ControllerInfo::*has) {
  std::string text = "--controller=";
  const char* separator = "";
  for (const ControllerInfo* info : Controllers()) {
    if (info->*has) absl::StrAppend(&text, std::exchange(separator, "|"), info->name);
  }
  return text;
}

// Returns the names of all controllers, such as `sizes|replicas`.
std::string ControllerNames(absl::string_view separator) {
  return absl::StrJoin(Controllers(), separator,
                       [](std::string* text, const ControllerInfo* info) { absl::StrAppend(text, info->name); });
}

absl::Status SetController(absl::string_view text, const ControllerInfo*& controller) {
  for (const ControllerInfo* info : Controllers()) {
    if (info->name != text) continue;
    controller = info;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not one of ", ControllerNames(", ")));
}

// Returns the synonym for the controller `sizes`. Its metrics have another word than the flag, and renaming either
// would break alerts or manifests.
std::string LabelOfSizes() {
  const ControllerInfo& info = *Controllers().front();
  return absl::StrCat(info.label, "=", info.name);
}

std::string ControllerDescription() {
  std::string text = "what to control: ";
  for (const ControllerInfo* info : Controllers()) {
    absl::StrAppend(&text, info == Controllers().back() ? "or " : "", info->controls,
                    info == Controllers().back() ? "" : ", ");
  }
  return absl::StrCat(text, "; size, the label of the metrics of sizes, is another word for sizes");
}

}  // namespace

std::string AboutControllers() {
  return absl::StrCat("Runs one controller: ",
                      absl::StrJoin(Controllers(), "; ",
                                    [](std::string* text, const ControllerInfo* info) {
                                      absl::StrAppend(text, info->name, " ", info->does);
                                    }),
                      ".");
}

server::Flag ControllerFlag(Options& options, std::deque<std::string>& texts) {
  return {"--controller",
          ControllerNames("|"),
          Controllers().front()->name,
          texts.emplace_back(ControllerDescription()),
          [&](absl::string_view text) { return SetController(text, options.controller); },
          /*is_switch=*/false,
          /*only_with=*/"",
          LabelOfSizes()};
}

std::vector<server::Flag> FlagsOfKinds(Options& options, const std::vector<std::shared_ptr<KindOptions>>& of_kinds,
                                       std::deque<std::string>& texts) {
  std::vector<SharedFlag> shared = SharedFlags(options);
  std::vector<std::vector<server::Flag>> groups;
  for (size_t i = 0; i < of_kinds.size(); ++i) {
    const ControllerInfo& info = *Controllers()[i];
    // A shared flag is before the flags of the first controller that has it.
    for (SharedFlag& one : shared) {
      if (one.has == nullptr || !(info.*one.has)) continue;
      const std::string& only_with = texts.emplace_back(OnlyWithAll(std::exchange(one.has, nullptr)));
      groups.push_back(server::OnlyWith(only_with, {std::move(one.flag)}));
    }
    const std::string& only_with = texts.emplace_back(absl::StrCat("--controller=", info.name));
    groups.push_back(server::OnlyWith(only_with, of_kinds[i]->Flags()));
  }
  return server::JoinFlags(std::move(groups));
}

}  // namespace cpsizer::sidecar
