#include "client/sidecar/control/settings.h"

#include <string>

#include "absl/time/time.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/service_security.h"

namespace cpsizer::sidecar {

std::vector<LogField> SettingsOf(const Options& options) {
  std::vector<LogField> settings = {{"controller", options.controller->name},
                                    {"mode", options.enforce ? "enforce" : "observe"},
                                    {"service", options.service.empty() ? "in-process" : options.service},
                                    {"serviceSecurity", std::string(ServiceSecurity(options))}};
  const ControllerInfo& info = *options.controller;
  if (info.has_machine_namespace) settings.push_back({"machineNamespace", options.machine_namespace});
  if (info.has_sync_period) settings.push_back({"syncPeriod", absl::FormatDuration(options.sync_period)});
  options.own->AddSettings(settings);
  settings.push_back({"leaderElect", SwitchText(TakesLease(options))});
  return settings;
}

}  // namespace cpsizer::sidecar
