#include "server/process/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace cpsizer::server {
namespace {

using ::prometheus::MetricFamily;
using ::prometheus::MetricType;

constexpr MetricInfo kCpu = {
    "process_cpu_seconds_total", MetricType::Counter, {}, "CPU time of this process, user and system."};
constexpr MetricInfo kResident = {
    "process_resident_memory_bytes", MetricType::Gauge, {}, "Resident memory of this process."};
constexpr MetricInfo kVirtual = {
    "process_virtual_memory_bytes", MetricType::Gauge, {}, "Virtual memory of this process."};
constexpr MetricInfo kOpenFds = {"process_open_fds", MetricType::Gauge, {}, "Open file descriptors."};
constexpr MetricInfo kMaxFds = {"process_max_fds", MetricType::Gauge, {}, "Maximum number of open file descriptors."};
constexpr MetricInfo kStart = {"process_start_time_seconds",
                               MetricType::Gauge,
                               {},
                               "Start time of this process, in seconds since the Unix epoch."};

// The indices of fields of /proc/self/stat, counted after the name of the process in parentheses. The first field after
// the name has the number 3 in proc(5).
constexpr size_t kUserTicks = 14 - 3;
constexpr size_t kSystemTicks = 15 - 3;
constexpr size_t kStartTicks = 22 - 3;
constexpr size_t kVirtualBytes = 23 - 3;
constexpr size_t kResidentPages = 24 - 3;

std::string ReadAll(const char* path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Returns the boot time in seconds since the epoch, from the line `btime N` of /proc/stat. Returns 0 if there is no
// such line.
int64_t BootTime() {
  const std::string text = ReadAll("/proc/stat");
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    int64_t seconds = 0;
    if (absl::ConsumePrefix(&line, "btime ") && absl::SimpleAtoi(line, &seconds)) return seconds;
  }
  return 0;
}

void CollectStat(std::vector<MetricFamily>& families) {
  const absl::optional<ProcessStat> stat = ParseProcessStat(ReadAll("/proc/self/stat"));
  if (!stat.has_value()) return;
  static const int64_t boot_time = BootTime();
  const auto ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto seconds = [&](int64_t ticks) { return static_cast<double>(ticks) / ticks_per_second; };
  const auto bytes = static_cast<double>(stat->resident_pages * sysconf(_SC_PAGESIZE));
  families.push_back(FamilyBuilder(kCpu).Add({}, seconds(stat->cpu_ticks)).Build());
  families.push_back(FamilyBuilder(kResident).Add({}, bytes).Build());
  families.push_back(FamilyBuilder(kVirtual).Add({}, static_cast<double>(stat->virtual_bytes)).Build());
  if (boot_time == 0) return;
  const double start = static_cast<double>(boot_time) + seconds(stat->start_ticks);
  families.push_back(FamilyBuilder(kStart).Add({}, start).Build());
}

// Returns the number of open descriptors of this process. Returns nullopt if the descriptors cannot be listed.
absl::optional<double> CountDescriptors() {
  std::error_code error;
  double count = -1;  // the descriptor that this iteration uses is not counted
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end; !error && entry != end;
       entry.increment(error)) {
    ++count;
  }
  if (error) return absl::nullopt;
  return count;
}

void CollectDescriptors(std::vector<MetricFamily>& families) {
  const absl::optional<double> open = CountDescriptors();
  if (open.has_value()) families.push_back(FamilyBuilder(kOpenFds).Add({}, *open).Build());
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  families.push_back(FamilyBuilder(kMaxFds).Add({}, static_cast<double>(limit.rlim_cur)).Build());
}

}  // namespace

absl::optional<ProcessStat> ParseProcessStat(absl::string_view line) {
  // The name of the process may contain any character, including parentheses.
  const size_t name_end = line.rfind(") ");
  if (name_end == absl::string_view::npos) return absl::nullopt;
  const std::vector<absl::string_view> fields = absl::StrSplit(line.substr(name_end + 2), ' ');
  if (fields.size() <= kResidentPages) return absl::nullopt;
  ProcessStat stat;
  int64_t user_ticks = 0;
  int64_t system_ticks = 0;
  if (!absl::SimpleAtoi(fields[kUserTicks], &user_ticks) || !absl::SimpleAtoi(fields[kSystemTicks], &system_ticks) ||
      !absl::SimpleAtoi(fields[kStartTicks], &stat.start_ticks) ||
      !absl::SimpleAtoi(fields[kVirtualBytes], &stat.virtual_bytes) ||
      !absl::SimpleAtoi(fields[kResidentPages], &stat.resident_pages)) {
    return absl::nullopt;
  }
  stat.cpu_ticks = user_ticks + system_ticks;
  return stat;
}

absl::Span<const MetricInfo> ProcessMetricTable() {
  static constexpr MetricInfo kTable[] = {kCpu, kResident, kVirtual, kOpenFds, kMaxFds, kStart};
  return kTable;
}

std::vector<MetricFamily> CollectProcessMetrics() {
  std::vector<MetricFamily> families;
  CollectStat(families);
  CollectDescriptors(families);
  return families;
}

}  // namespace cpsizer::server
