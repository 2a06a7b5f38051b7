#ifndef CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::bench {

// How the metrics of a request are measured.
enum class Measured { kResource, kContainerResource, kPods, kObject, kExternal };

// `Resource`, `ContainerResource`, ...
const char* NameOf(Measured measured);

// Asks about `pods` ready pods by `metrics` metrics, of which each pod has a sample; an External metric has as many
// values, an Object metric one. Everything that clusters send is there, so that it takes the memory that theirs does.
//
// A Resource metric is a utilization of CPU or an average of memory, in turns. Of ContainerResource metrics each has a
// container of its own, which asks for CPU and memory.
v1::RecommendReplicasRequest MakeReplicasRequest(Measured measured, int pods, int metrics);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_REPLICA_REQUESTS_H_
