#include "tests/deploy/local_pod.h"

#include <csignal>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::Subprocess;

constexpr absl::Duration kPodTimeout = absl::Seconds(60);
constexpr absl::Duration kProbePause = absl::Milliseconds(50);
constexpr char kNamespace[] = "cpsizer";
constexpr int kOk = 200;

std::string Said(Subprocess& process) {
  return absl::StrCat(process.standard_output(), process.standard_error());
}

// Returns the value of a variable as the kubelet computes it. Supports only references to the namespace of the pod.
std::string ValueOf(const Json& variable) {
  if (!Find(variable, {"valueFrom"}).is_null()) {
    return TextAt(variable, {"valueFrom", "fieldRef", "fieldPath"}) == "metadata.namespace" ? kNamespace : "";
  }
  return absl::StrReplaceAll(TextAt(variable, {"value"}), {{"$(POD_NAMESPACE)", kNamespace}});
}

}  // namespace

absl::StatusOr<std::unique_ptr<LocalPod>> LocalPod::Start(const Json& pod_template, const Node& node) {
  auto pod = std::unique_ptr<LocalPod>(new LocalPod);
  pod->grace_ = absl::Seconds(kube::NumberAt(pod_template, {"spec", "terminationGracePeriodSeconds"}));
  for (const Json& volume : Find(pod_template, {"spec", "volumes"})) {
    const std::string name = volume["name"];
    std::filesystem::create_directory(pod->PlaceOf(name));
    const auto files = node.files.find(name);
    if (files == node.files.end()) continue;
    for (const auto& [file, text] : files->second) pod->folder_.Write(absl::StrCat(name, "/", file), text);
  }
  for (const Json& manifest : Find(pod_template, {"spec", "containers"})) {
    if (absl::Status status = pod->StartContainer(manifest, node); !status.ok()) return status;
  }
  return pod;
}

absl::Status LocalPod::StartContainer(const Json& manifest, const Node& node) {
  std::vector<std::pair<std::string, std::string>> replaced = node.replaced;
  for (const Json& mount : Find(manifest, {"volumeMounts"})) {
    replaced.emplace_back(mount["mountPath"], PlaceOf(mount["name"]));
  }
  for (const Json& port : Find(manifest, {"ports"})) {
    replaced.emplace_back(absl::StrCat("-addr=:", port["containerPort"].get<int>()), "-addr=127.0.0.1:0");
  }
  std::vector<std::string> command = {absl::StrCat(node.programs, "/", manifest["command"][0].get<std::string>())};
  for (const Json& argument : Find(manifest, {"args"})) {
    command.push_back(absl::StrReplaceAll(argument.get<std::string>(), replaced));
  }
  std::vector<std::string> variables = node.variables;
  for (const Json& variable : Find(manifest, {"env"})) {
    variables.push_back(
        absl::StrCat(TextAt(variable, {"name"}), "=", absl::StrReplaceAll(ValueOf(variable), replaced)));
  }
  // In a cluster, the sidecar reads its namespace from the folder of the service account. This folder is missing here,
  // so a variable sets the namespace.
  if (manifest["command"][0] == "cpsizer-sidecar") command.push_back("--kubeconfig=" + node.kubeconfig);
  variables.push_back(absl::StrCat("CPSIZER_LEADER_ELECT_RESOURCE_NAMESPACE=", kNamespace));
  absl::StatusOr<std::unique_ptr<Subprocess>> process = Subprocess::Start(command, {.environment = variables});
  if (!process.ok()) return process.status();
  containers_[manifest["name"]] = {manifest, *std::move(process)};
  return absl::OkStatus();
}

std::string LocalPod::Address(const std::string& container, const std::string& key) {
  const std::string wanted = absl::StrCat("\"", key, "\":\"");
  const auto line = containers_.at(container).process->WaitForLine(
      [&](absl::string_view text) { return absl::StrContains(text, wanted); }, kPodTimeout);
  return line.has_value() ? std::string(TextAt(kube::ParseJson(*line), {key.c_str()})) : "";
}

absl::Status LocalPod::WaitUntilReady() {
  for (const auto& [name, container] : containers_) {
    const std::string admin = Address(name, "adminAddress");
    if (admin.empty()) return absl::UnavailableError(absl::StrCat(name, ": ", Said(*container.process)));
    for (const char* probe : {"livenessProbe", "readinessProbe"}) {
      const std::string path(TextAt(container.manifest, {probe, "httpGet", "path"}));
      const absl::Time deadline = absl::Now() + kPodTimeout;
      for (int code = 0; code != kOk;) {
        testing::RawHttpClient client(admin);
        client.Begin("GET", path);
        code = client.Read().code;
        if (code == kOk) continue;
        if (absl::Now() > deadline) return absl::UnavailableError(absl::StrCat(name, path, " answers ", code));
        // Waits for the pause, or until the process exits.
        if (container.process->Wait(kProbePause).has_value()) {
          return absl::UnavailableError(absl::StrCat(name, " has ended: ", Said(*container.process)));
        }
      }
    }
  }
  return absl::OkStatus();
}

absl::Status LocalPod::Stop() {
  for (const auto& [name, container] : containers_) container.process->Signal(SIGTERM);
  const absl::Time killed = absl::Now() + grace_;
  for (const auto& [name, container] : containers_) {
    const auto exit_code = container.process->Wait(killed - absl::Now());
    if (exit_code == 0) continue;
    return absl::InternalError(absl::StrCat(name, exit_code.has_value() ? " ended with " : " has not ended",
                                            exit_code.value_or(0), ": ", Said(*container.process)));
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::deploy
