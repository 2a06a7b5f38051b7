#ifndef CPSIZER_CLIENT_CLI_HISTORY_HISTORY_SOURCE_H_
#define CPSIZER_CLIENT_CLI_HISTORY_HISTORY_SOURCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/prometheus_flags.h"
#include "client/cli/history/replay_flags.h"
#include "client/history/prometheus/history_queries.h"
#include "client/history/replay/replay.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// Selects clusters of a history by their names: `name` or `namespace/name`. Without names, selects all.
class ClusterSelection {
 public:
  // `clusters` has the names of the history, and grows while it is read. Both must outlive this object.
  ClusterSelection(const std::vector<std::string>& wanted, const history::Names& clusters)
      : wanted_(wanted), clusters_(clusters), found_(wanted.size()) {}

  // Returns whether the cluster with this number is selected.
  bool Admits(uint32_t cluster);

  // Errors: NotFound if a name is not the name of a cluster in the history. Requires that the history was read.
  absl::Status CheckFound() const;

 private:
  const std::vector<std::string>& wanted_;
  const history::Names& clusters_;
  std::vector<bool> found_;     // by the index in `wanted_`
  std::vector<bool> selected_;  // by the number of the cluster
};

// The source of a history: the files of --history, or a Prometheus. Each verb that reads a history uses it. The flags
// must outlive this object.
class HistorySource {
 public:
  // `inventory` has the hosted clusters, which map control plane namespaces to clusters; it must outlive this object.
  // `options` has the kind and the time of a history in a Prometheus; see SetLiveTime().
  HistorySource(const ReplayFlags& flags, const objects::Inventory& inventory, const history::ReplayOptions& options);

  // Reads the usage of containers (SeriesOptions::by_container), from a Prometheus only that of the containers with
  // these names, or of all if there are none. The samples are then in no order. Must be called before Read().
  void SetContainers(const std::vector<std::string>& containers);

  // Reads the history and calls `take` for each sample of a cluster that `selection` admits, in the order of time. On a
  // terminal, shows the progress, and says if Prometheus must be asked again later. Errors: those of ReadSeries() or
  // ReadPrometheus(), and those of the files of Prometheus and of the kubeconfig; those of `take`, unchanged.
  absl::Status Read(history::HistoryNames& names, ClusterSelection& selection,
                    absl::FunctionRef<absl::Status(const history::Sample&)> take, history::SeriesCounts& counts,
                    Environment& environment) const;

  // Reads the files of the history and prints an error if they cannot be used. Returns the exit code. Does not connect
  // to a Prometheus, which can respond later.
  int Check(Environment& environment) const;

  // How the series of the history are read.
  const history::SeriesOptions& series() const { return series_; }
  // Prints an error of Read() with the flag of the source. Returns the exit code.
  int Report(const absl::Status& error, Screen& err) const;

 private:
  // Counts the hosted clusters without samples.
  void CountHostedClusters(const history::HistoryNames& names, history::SeriesCounts& counts) const;
  absl::Status ReadLive(history::HistoryNames& names, absl::FunctionRef<absl::Status(const history::Sample&)> take,
                        history::SeriesCounts& counts, Screen& err) const;

  // Returns the queries of a Prometheus.
  history::HistoryQueries LiveQueries() const;
  // Returns an error if a metric that a flag names has no samples.
  absl::Status MissingMetric(const history::SeriesCounts& counts) const;

  const PrometheusFlags& prometheus() const { return flags_.prometheus; }

  const ReplayFlags& flags_;
  history::SeriesOptions series_;
  std::string container_matchers_;  // of the queries of a Prometheus
  const history::ReplayOptions options_;
  const objects::Inventory& inventory_;
};

// Returns why the flags of a source cannot be used, or an empty text.
std::string HistorySourceProblem(const ReplayFlags& flags);

// Returns why the flags cannot be used without a history, or an empty text: the flag that would have no effect.
std::string FlagWithoutHistory(const ReplayFlags& flags);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_HISTORY_SOURCE_H_
