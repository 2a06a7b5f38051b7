#ifndef CPSIZER_SERVER_RPC_DECISION_COUNTER_H_
#define CPSIZER_SERVER_RPC_DECISION_COUNTER_H_

#include <prometheus/metric_family.h>

#include <cstddef>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "server/process/sharded_counters.h"
#include "server/rpc/decisions.h"

namespace cpsizer::server {

// Counts the decisions in responses of one type by the values of enum fields. Thread-safe. Counting takes no lock and
// allocates no memory.
class DecisionCounter {
 public:
  // `metric` must outlive the counter.
  explicit DecisionCounter(const DecisionMetric& metric);

  bool IsFor(const google::protobuf::Message& response) const { return response.GetDescriptor() == &response_; }
  // Counts a number that is not in its enum as 0: an enum field of a message may contain any number.
  void Count(const google::protobuf::Message& response);
  prometheus::MetricFamily Collect() const;

 private:
  const DecisionMetric& metric_;
  const google::protobuf::Descriptor& response_;
  const google::protobuf::FieldDescriptor& outcome_;
  const google::protobuf::FieldDescriptor* second_;  // null if the metric has one label
  const int seconds_;                                // the number of values of `second_`
  ShardedCounters counters_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_DECISION_COUNTER_H_
