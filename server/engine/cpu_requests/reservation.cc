#include "server/engine/cpu_requests/reservation.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
#include "server/engine/cpu_requests/cpu_texts.h"

namespace cpsizer {
namespace {

using QuantityMap = google::protobuf::Map<std::string, std::string>;

constexpr absl::string_view kStatic = "static";

// Returns the shortest text that is read as this number: "0.1" for 0.1, as the user wrote it.
std::string ShortestText(double number) {
  char text[32];
  const std::to_chars_result end = std::to_chars(std::begin(text), std::end(text), number);
  return {text, end.ptr};
}

// Reads the CPU fields of one KubeletConfig.
class ReservationReader {
 public:
  // All arguments must outlive this object.
  ReservationReader(const v1::KubeletConfig& config, absl::string_view prefix, Findings& findings)
      : spec_(config.spec()), kubelet_(spec_.kubelet_config()), prefix_(prefix), findings_(findings) {}

  CpuReservation Read() {
    const absl::optional<Nanos> system = ReadAmount(kubelet_.system_reserved(), "systemReserved");
    const absl::optional<Nanos> kube = ReadAmount(kubelet_.kube_reserved(), "kubeReserved");
    reservation_.system = system.value_or(0);
    reservation_.kube = kube.value_or(0);
    if (!kubelet_.reserved_system_cpus().empty()) ReadCpuSet(system.has_value() || kube.has_value());
    ReadOverSubscription();
    CheckPolicy();
    Warn();
    return reservation_;
  }

 private:
  std::string Path(absl::string_view field) const { return absl::StrCat(prefix_, "spec.kubeletConfig.", field); }

  absl::optional<Nanos> ReadAmount(const QuantityMap& amounts, absl::string_view field) {
    const auto cpu = amounts.find("cpu");
    if (cpu == amounts.end()) return absl::nullopt;
    return ReadCpu(cpu->second, absl::StrCat(Path(field), "[cpu]"), findings_);
  }

  void ReadCpuSet(bool with_amounts) {
    const std::string& text = kubelet_.reserved_system_cpus();
    reservation_.cpus = ParseCpuSet(text);
    if (!reservation_.cpus.has_value()) {
      findings_.Add(Rule::kCpuSetMalformed, Path("reservedSystemCPUs"), text,
                    absl::StrCat("\"", Quoted(text), "\" is not a list of CPUs"));
      return;
    }
    reservation_.system = Nanos{reservation_.cpus->size} * kNanosPerUnit;
    reservation_.kube = 0;
    if (!with_amounts) return;
    findings_.Add(Rule::kReservedCpusTakePrecedence, Path("reservedSystemCPUs"), text,
                  absl::StrCat("the size of the set, ", reservation_.cpus->size,
                               ", replaces systemReserved.cpu and kubeReserved.cpu"));
  }

  void ReadOverSubscription() {
    const double number = kubelet_.cpu_over_subscription_capacity();
    const std::string path = Path("cpuOverSubscriptionCapacity");
    if (!std::isfinite(number)) {
      findings_.Add(Rule::kValueOutOfRange, path, ShortestText(number), "the over-subscription is not a finite number");
    } else if (number < 0) {
      findings_.Add(Rule::kValueNegative, path, ShortestText(number),
                    absl::StrCat("the over-subscription ", ShortestText(number), " is negative"));
    } else {
      reservation_.over_subscription = ReadCpu(ShortestText(number), path, findings_).value_or(0);
    }
  }

  void CheckPolicy() {
    const std::string& policy = kubelet_.cpu_manager_policy();
    if (policy == kStatic) return CheckStaticPolicy();
    if (policy.empty() || policy == "none") return;
    findings_.Add(Rule::kValueNotSupported, Path("cpuManagerPolicy"), policy,
                  absl::StrCat("\"", Quoted(policy), "\" is not a policy of the CPU manager: none or static"));
  }

  void CheckStaticPolicy() {
    if (reservation_.cpus.has_value() || spec_.auto_sizing_reserved()) return;
    const Nanos left = reservation_.reserved() - reservation_.over_subscription;
    if (left > 0) return;
    findings_.Add(Rule::kStaticPolicyWithoutReserved, Path("cpuManagerPolicy"), kStatic,
                  absl::StrCat("the reservation of ", CpuText(reservation_.reserved()),
                               " minus the over-subscription of ", CpuText(reservation_.over_subscription), " is ",
                               CpuText(left), "; the static policy requires more than 0"));
  }

  void Warn() {
    if (reservation_.over_subscription > reservation_.reserved()) {
      findings_.Add(Rule::kAllocatableAboveCapacity, Path("cpuOverSubscriptionCapacity"),
                    CpuText(reservation_.over_subscription),
                    absl::StrCat("the over-subscription of ", CpuText(reservation_.over_subscription), " is above the ",
                                 CpuText(reservation_.reserved()), " that is reserved"));
    }
    if (spec_.auto_sizing_reserved()) {
      findings_.Add(Rule::kReservationComputedByNode, absl::StrCat(prefix_, "spec.autoSizingReserved"), "true",
                    "each node computes its own system reservation");
    }
  }

  const v1::KubeletConfigSpec& spec_;
  const v1::KubeletConfiguration& kubelet_;
  const absl::string_view prefix_;
  Findings& findings_;
  CpuReservation reservation_;
};

}  // namespace

CpuReservation ReadReservation(const v1::KubeletConfig& config, absl::string_view prefix, Findings& findings) {
  CheckObjectType(config, kKubeletConfigType, findings, prefix);
  return ReservationReader(config, prefix, findings).Read();
}

}  // namespace cpsizer
