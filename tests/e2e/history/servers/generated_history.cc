#include "tests/e2e/history/servers/generated_history.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace cpsizer::e2e {
namespace {

constexpr int64_t kHour = 3600;
constexpr double kGi = 1 << 30;
constexpr double kPi = 3.14159265358979323846;
constexpr int64_t kSecondsOfPod = 93 * kHour;      // until a pod is replaced
constexpr int64_t kSecondsOfRestart = 31 * kHour;  // until a container is restarted
constexpr int64_t kSecondsOfStart = 420;           // without a pod, at a replacement

struct Amounts {
  double memory = 0;  // bytes
  double cpu = 0;     // cores
};

// Returns a number from -1 to 1.
double Noise(uint64_t cluster, int64_t interval) {
  uint64_t bits = (cluster << 32U) + static_cast<uint64_t>(interval) + 0x9E3779B97F4A7C15U;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return static_cast<double>((bits ^ (bits >> 31U)) >> 11U) / static_cast<double>(uint64_t{1} << 52U) - 1;
}

// Returns the end of the bucket of the histogram of the recommender, and 15 % more.
double Bucket(double value, double first) {
  constexpr double kGrowth = 0.05;
  const double number = std::floor(std::log(value * kGrowth / first + 1) / std::log(1 + kGrowth));
  return 1.15 * first * (std::pow(1 + kGrowth, number + 1) - 1) / kGrowth;
}

// One hosted cluster. Times are in seconds since the begin of the history.
class Cluster {
 public:
  explicit Cluster(int number) : number_(number), name_(absl::StrFormat("c%02d", number)) {}

  const std::string& name() const { return name_; }
  std::string name_space() const { return absl::StrCat("clusters-", name_); }
  // Each cluster is scraped at another second. It is odd, so that no sample is exactly as old as the lookback.
  int64_t first_scrape() const { return (number_ * 37 % kScrapeInterval) | 1; }
  bool is_capped() const { return number_ % 11 == 10; }
  // A capped target has no second value.
  bool has_both_targets() const { return number_ % 5 == 1 && !is_capped(); }
  bool is_exported() const { return number_ % 5 == 2; }
  bool has_id_of_container() const { return number_ % 2 == 1; }

  Amounts Usage(int64_t time) const {
    constexpr double kMemory[] = {13, 14.4, 26, 34.5, 37, 60, 82, 95};  // GiB; a recommendation is 15 % larger
    constexpr double kCpu[] = {0.9, 2.6, 2.7, 6.6, 7.1, 12, 16, 20};
    const double day = static_cast<double>(time) / kSecondsOfDay;
    const double factor = (1 + 0.012 * (number_ % 3 - 1) * day) * (1 + 0.06 * std::sin(2 * kPi * (day - 0.3))) *
                          (1 + 0.02 * Noise(number_, time / 1800));
    return {std::floor(kMemory[number_ % 8] * factor * kGi), kCpu[number_ / 3 % 8] * factor};
  }

  // The memory is in bytes. The CPU has the rounding errors of kube-state-metrics, which multiplies thousandths.
  Amounts Recommendation(int64_t time) const {
    const Amounts usage = Usage(time);
    return {std::floor(Bucket(usage.memory, 1e7)), std::round(Bucket(usage.cpu, 0.01) * 1000) * 0.001};
  }

  bool HasRecommendation(int64_t time) const {
    const int64_t day = kSecondsOfDay;
    switch (number_ % 7) {
      case 1:
        return time < 5 * day || time >= 6 * day + 12 * kHour;
      case 2:
        return time >= 3 * day + 777;
      case 3:
        return time < 15 * day + 333;
      case 4:
        return time % (6 * kHour) >= kSecondsOfStart;
      default:
        return true;
    }
  }
  bool HasCpu(int64_t time) const { return number_ % 7 != 5 || time < 8 * kSecondsOfDay || time >= 10 * kSecondsOfDay; }

  // The pods and the restarts of different clusters are at different times.
  int64_t Age(int64_t time) const { return time + number_ * 5 * kHour + number_ * 61; }
  int64_t Pod(int64_t time) const { return Age(time) / kSecondsOfPod; }
  bool HasPod(int64_t time) const { return Age(time) % kSecondsOfPod >= kSecondsOfStart; }
  // A new container has a new counter.
  int64_t Container(int64_t time) const { return Pod(time) * 1000 + Age(time) / kSecondsOfRestart; }

 private:
  int number_;
  std::string name_;
};

void AppendCluster(const Cluster& cluster, std::string& yaml) {
  absl::StrAppend(&yaml, "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n",
                  "  namespace: clusters\n  name: ", cluster.name(),
                  "\n  annotations:\n    hypershift.openshift.io/topology: dedicated-request-serving-components\n",
                  "    hypershift.openshift.io/cluster-scheduled: \"true\"\n",
                  "    hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\"\n---\n");
}

// Appends the samples of one cluster.
class SampleWriter {
 public:
  SampleWriter(const Cluster& cluster, std::vector<std::string>& parts)
      : cluster_(cluster), parts_(parts), labels_(RecommendationLabels(cluster)) {}

  void Scrape(int64_t time) {
    time_ = time;
    if (cluster_.HasRecommendation(time)) WriteRecommendation(cluster_.Recommendation(time));
    const Amounts usage = cluster_.Usage(time);
    if (cluster_.Container(time) != container_) cpu_seconds_ = 0;
    container_ = cluster_.Container(time);
    cpu_seconds_ += usage.cpu * kScrapeInterval;
    if (cluster_.HasPod(time)) WriteUsage(usage);
  }

 private:
  static std::string RecommendationLabels(const Cluster& cluster) {
    return cluster.is_exported()
               ? absl::StrCat("namespace=\"monitoring\",pod=\"ksm-1\",container=\"ksm\",exported_namespace=\"",
                              cluster.name_space(), "\",exported_container=\"kube-apiserver\"")
               : absl::StrCat("namespace=\"", cluster.name_space(), "\",pod=\"ksm-1\",container=\"kube-apiserver\"");
  }

  void WriteRecommendation(const Amounts& amounts) {
    if (!cluster_.is_capped()) Write("uncappedtarget", amounts);
    if (cluster_.is_capped()) Write("target", amounts);
    if (cluster_.has_both_targets()) Write("target", {amounts.memory / 2, amounts.cpu / 2});
  }

  void Write(absl::string_view target, const Amounts& amounts) {
    const std::string series = absl::StrCat("kube_customresource_vpa_containerrecommendations_", target, "{", labels_,
                                            ",verticalpodautoscaler=\"kube-apiserver\",resource=\"");
    Append(absl::StrCat(series, "memory\"}"), amounts.memory);
    if (cluster_.HasCpu(time_)) Append(absl::StrCat(series, "cpu\"}"), amounts.cpu);
  }

  void WriteUsage(const Amounts& amounts) {
    const int64_t id = cluster_.has_id_of_container() ? container_ : cluster_.Pod(time_);
    const std::string labels =
        absl::StrCat("{namespace=\"", cluster_.name_space(), "\",pod=\"kube-apiserver-", cluster_.Pod(time_),
                     "\",container=\"kube-apiserver\",id=\"/kubepods/", id, "\"}");
    Append(absl::StrCat("container_memory_working_set_bytes", labels), amounts.memory);
    Append(absl::StrCat("container_cpu_usage_seconds_total", labels), cpu_seconds_);
  }

  void Append(absl::string_view series, double value) {
    const int64_t part = (kHistoryBegin + time_) / kBlockSeconds - kHistoryBegin / kBlockSeconds;
    absl::StrAppendFormat(&parts_[part], "%s %.17g %d\n", series, value, kHistoryBegin + time_);
  }

  const Cluster& cluster_;
  std::vector<std::string>& parts_;
  const std::string labels_;
  int64_t time_ = 0;
  int64_t container_ = -1;
  double cpu_seconds_ = 0;
};

// Appends what a query returns at a point: the last sample that is not older than the lookback.
void AppendRow(const Cluster& cluster, int64_t point, std::string& csv) {
  if (point < cluster.first_scrape()) return;
  const auto last = [&](const auto& has_sample) {
    int64_t time = point - (point - cluster.first_scrape()) % kScrapeInterval;
    while (time >= 0 && time >= point - kLookback && !has_sample(time)) time -= kScrapeInterval;
    return time >= std::max<int64_t>(point - kLookback, 0) ? time : -1;
  };
  const int64_t time = last([&](int64_t t) { return cluster.HasRecommendation(t); });
  if (time < 0) return;
  const int64_t time_of_cpu = last([&](int64_t t) { return cluster.HasRecommendation(t) && cluster.HasCpu(t); });
  absl::StrAppendFormat(&csv, "%d,clusters,%s,%.0f,", kHistoryBegin + point, cluster.name(),
                        cluster.Recommendation(time).memory);
  if (time_of_cpu >= 0) absl::StrAppendFormat(&csv, "%.3f", cluster.Recommendation(time_of_cpu).cpu);
  csv += '\n';
}

}  // namespace

int64_t LastPoint(int days) {
  const int64_t last_second = kHistoryBegin + days * kSecondsOfDay - 1;
  return last_second - (last_second - kFirstPoint) % kStep;
}

GeneratedHistory GenerateHistory(int clusters, int days) {
  GeneratedHistory history;
  history.recommendations = "time,namespace,cluster,memory,cpu\n";
  const int64_t seconds = days * kSecondsOfDay;
  history.samples.resize((kHistoryBegin + seconds) / kBlockSeconds - kHistoryBegin / kBlockSeconds + 1);
  for (int number = 0; number < clusters; ++number) {
    const Cluster cluster(number);
    AppendCluster(cluster, history.hosted_clusters);
    SampleWriter writer(cluster, history.samples);
    for (int64_t time = cluster.first_scrape(); time < seconds; time += kScrapeInterval) writer.Scrape(time);
    for (int64_t point = kFirstPoint - kHistoryBegin; point <= LastPoint(days) - kHistoryBegin; point += kStep) {
      AppendRow(cluster, point, history.recommendations);
    }
  }
  return history;
}

}  // namespace cpsizer::e2e
