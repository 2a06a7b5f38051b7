#ifndef CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::bench {

// The source of the metrics of a request.
enum class Measured { kResource, kContainerResource, kPods, kObject, kExternal };

// Returns a name such as `Resource` or `ContainerResource`.
const char* NameOf(Measured measured);

// Returns a request about `pods` ready pods with `metrics` metrics. Each pod has a sample of each metric. An External
// metric has one value for each pod, and an Object metric has one value. The request has all fields that requests about
// real clusters have, so that it uses the same amount of memory.
//
// Resource metrics are alternately a utilization of CPU and an average of memory. Each ContainerResource metric has its
// own container, which requests CPU and memory.
v1::RecommendReplicasRequest MakeReplicasRequest(Measured measured, int pods, int metrics);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
