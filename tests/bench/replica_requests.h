#ifndef CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::bench {

// The source of the metrics of a request.
enum class Measured { kResource, kContainerResource, kPods, kObject, kExternal };

// `Resource`, `ContainerResource`, ...
const char* NameOf(Measured measured);

// Returns a request about `pods` ready pods with `metrics` metrics, of which each pod has a sample; an External
// metric has as many values, an Object metric one. It has all fields that clusters send, so that it uses as much
// memory as theirs.
//
// Resource metrics are alternately a utilization of CPU or an average of memory. Each ContainerResource metric has
// its own container, which requests CPU and memory.
v1::RecommendReplicasRequest MakeReplicasRequest(Measured measured, int pods, int metrics);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
