// The flags of size decisions.
#include <CLI/CLI.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/flags.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/vpa_settings.h"

namespace cpsizer::cli {
namespace {

constexpr Choice<v1::SizeHygieneMode> kHygieneModes[] = {{"enforce", v1::SIZE_HYGIENE_MODE_ENFORCE},
                                                         {"warn", v1::SIZE_HYGIENE_MODE_WARN},
                                                         {"off", v1::SIZE_HYGIENE_MODE_OFF}};
constexpr Choice<v1::SizeHoldMode> kHoldModes[] = {{"enforce", v1::SIZE_HOLD_MODE_ENFORCE},
                                                   {"off", v1::SIZE_HOLD_MODE_OFF}};

void AddVpaSetting(CLI::App& app, const objects::VpaSetting& setting, v1::RecommendSizeOptions& options) {
  std::string description = absl::StrCat(setting.description, "; the default is ", setting.default_text);
  description.front() = absl::ascii_toupper(static_cast<unsigned char>(description.front()));
  const auto set = [&setting, &options](const std::string& text) {
    objects::SetVpaSetting(setting, text, options).IgnoreError();
  };
  AddText(app, setting.flag, set, setting.type, description).check([&setting](const std::string& text) {
    v1::RecommendSizeOptions unused;
    return std::string(objects::SetVpaSetting(setting, text, unused).message());
  });
}

}  // namespace

void AddCpuPolicy(CLI::App& app, v1::SizeCpuPolicy& policy, const std::string& more) {
  std::vector<absl::string_view> names;
  for (const objects::CpuPolicyInfo& info : objects::kCpuPolicies) names.push_back(info.name);
  AddChoice(
      app, "--cpu-policy", names, [&policy](size_t place) { policy = objects::kCpuPolicies[place].value; },
      "When CPU is used to choose a size; the default is when-capacity-configured" + more);
}

void AddDecision(CLI::App& app, DecisionFlags& flags) {
  AddCpuPolicy(app, flags.cpu_policy, "; on a cluster, the default is the policy of its sidecar");
  AddChoice(app, "--hygiene", kHygieneModes, flags.hygiene,
            "How to handle VPA recommendations that are probably wrong: enforce (the default) holds the size, warn "
            "uses them with a warning, off uses them");
  AddChoice(app, "--holds", kHoldModes, flags.holds,
            "Whether a size can be held: enforce (the default), or off, which prints the size that the configuration "
            "gives and only warns");
  for (const objects::VpaSetting& setting : objects::kVpaSettings) AddVpaSetting(app, setting, flags.vpa);
}

v1::RecommendSizeOptions DecisionFlags::Options() const {
  v1::RecommendSizeOptions options = vpa;
  options.set_cpu_policy(cpu_policy);
  options.set_hygiene(hygiene);
  options.set_holds(holds);
  return options;
}

}  // namespace cpsizer::cli
