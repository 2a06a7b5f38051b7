#include "server/rpc/memory/arena_parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/rpc/error_details.pb.h"
#include "server/rpc/grpc_status.h"
#include "server/rpc/memory/unknown_fields.h"
#include "server/rpc/memory/work_memory.h"
#include "server/rpc/size/size_batch_reader.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::EmptyEntries;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::SmallRequest;
using ::cpsizer::testing::ToBuffer;
using ::cpsizer::testing::ToSlices;

constexpr int kMachineSets = v1::RecommendSizeRequest::kMachineSetsFieldNumber;

struct Parsed {
  absl::Status status;
  v1::RecommendSizeRequest request;
  size_t arena_bytes = 0;
};

Parsed ArenaParse(const grpc::ByteBuffer& bytes) {
  CallArena memory;
  auto* const request = google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&memory.arena());
  Parsed parsed;
  parsed.status = ParseOnArena(bytes, Info(Method::kRecommendSize).budget, memory.arena(), *request);
  if (parsed.status.ok()) parsed.request = *request;
  parsed.arena_bytes = memory.arena().SpaceAllocated();
  return parsed;
}

TEST(ArenaParseTest, ReadsTheSameMessageInSlicesOfAnySize) {
  v1::RecommendSizeRequest request = SmallRequest();
  for (int i = 0; i < 2'000; ++i) request.add_machine_sets()->mutable_metadata()->set_name(absl::StrCat("set-", i));
  const std::string bytes = request.SerializeAsString();
  ASSERT_GT(bytes.size(), 3 * 4096u) << "must be longer than some pieces";
  for (const size_t slice_size : {size_t{1}, size_t{7}, size_t{4095}, size_t{4096}, size_t{4097}, bytes.size()}) {
    const Parsed parsed = ArenaParse(ToSlices(bytes, slice_size));
    ASSERT_TRUE(parsed.status.ok()) << parsed.status;
    EXPECT_EQ(parsed.request.SerializeAsString(), bytes) << slice_size;
  }
}

TEST(ArenaParseTest, CountsUnknownFieldsOutsideTheArena) {
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += "\xf8\x07\x01";
  EXPECT_EQ(server::ReasonOf(ArenaParse(ToBuffer(bytes)).status), "REQUEST_TOO_EXPENSIVE");
  bytes.resize(3 * 100'000);
  EXPECT_TRUE(ArenaParse(ToSlices(bytes, 1'000)).status.ok()) << "a newer client may send some";
}

TEST(ArenaParseTest, RefusesARequestWhileOthersUseTheMemory) {
  const grpc::ByteBuffer bytes = ToBuffer(EmptyEntries(kMachineSets, 100'000));
  WorkMemory work(size_t{20} << 20);
  WorkMemory::Share other(work), share(work);
  ASSERT_TRUE(other.Take(size_t{19} << 20));
  const auto parse = [&] {
    CallArena memory;
    auto* const request = google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&memory.arena());
    return ParseOnArena(bytes, kUsualBudget, memory.arena(), *request, &share);
  };
  EXPECT_EQ(server::ReasonOf(parse()), "TOO_MUCH_WORK_IN_FLIGHT");
}

TEST(ArenaParseTest, CountsTheUnknownFieldsThatARequestMayHave) {
  constexpr int kUnknownField = 15;
  for (const size_t count : {50'000, 100'000}) {
    WorkMemory work(size_t{64} << 20);
    WorkMemory::Share share(work);
    CallArena memory;
    auto* const request = google::protobuf::Arena::CreateMessage<v1::RecommendSizeRequest>(&memory.arena());
    const grpc::ByteBuffer bytes = ToBuffer(EmptyEntries(kUnknownField, count));
    EXPECT_TRUE(ParseOnArena(bytes, kUsualBudget, memory.arena(), *request, &share).ok()) << count;
    EXPECT_GE(work.held(), count * kUnknownFieldBytes) << count;
  }
}

TEST(ArenaParseTest, AnEmptyRequestIsAValidMessage) {
  EXPECT_TRUE(ArenaParse(ToBuffer("")).status.ok());
  EXPECT_TRUE(ArenaParse(ToSlices("", 1)).status.ok());
}

TEST(ArenaParseTest, AnOrdinaryRequestFitsIntoTheFirstBlock) {
  EXPECT_LE(ArenaParse(ToBuffer(SmallRequest().SerializeAsString())).arena_bytes, 8u << 10);
}

struct MalformedCase {
  const char* name;
  std::string bytes;
};

TEST(ArenaParseTest, MalformedBytesAreAnInvalidArgument) {
  const std::string good = SmallRequest().SerializeAsString();
  std::string bad_utf8 = "\x2a\x02";  // the field current_size with two bytes
  bad_utf8 += "\xc3\x28";
  const MalformedCase cases[] = {
      {"not protobuf at all", "hello, server"},
      {"cut in the last field", good.substr(0, good.size() - 1)},
      {"a length past the end", "\x0a\x7f"},
      {"a group without an end", "\x0b"},
      {"an end without a group", "\x0c"},
      {"field number zero", std::string(2, '\0')},
      {"a varint that never ends", std::string(11, '\xff')},
      {"text that is not UTF-8", bad_utf8},
  };
  for (const MalformedCase& test : cases) {
    const absl::Status status = ArenaParse(ToBuffer(test.bytes)).status;
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.name;
    EXPECT_EQ(ReasonOf(ToGrpcStatus(status)), "MALFORMED_REQUEST") << test.name;
    EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("cpsizer.v1.RecommendSizeRequest")) << test.name;
  }
}

TEST(ArenaParseTest, NestingWithoutEndIsMalformed) {
  // The bytes are unknown groups, each inside the previous one.
  EXPECT_EQ(ArenaParse(ToBuffer(std::string(100'000, '\x7b'))).status.code(), absl::StatusCode::kInvalidArgument);
}

TEST(ArenaParseTest, AMessageThatEndsEarlyIsMalformedInSlicesOfAnySize) {
  const std::string good = SmallRequest().SerializeAsString();
  // Both tags end a message although no group is open.
  for (const char* end : {"\x0c", "\x00"}) {
    for (size_t extra = 0; extra < 40; ++extra) {
      const std::string bytes = good + std::string(end, 1) + std::string(extra, 'x');
      for (size_t slice_size = 1; slice_size < 40; ++slice_size) {
        const Parsed parsed = ArenaParse(ToSlices(bytes, slice_size));
        EXPECT_EQ(parsed.status.code(), absl::StatusCode::kInvalidArgument) << extra << " in slices of " << slice_size;
      }
    }
  }
}

TEST(ArenaParseTest, StopsSoonAfterTheBudget) {
  const std::string bytes = EmptyEntries(kMachineSets, kMaxUnaryRequestBytes / 2);
  for (const size_t slice_size : {size_t{16} << 10, bytes.size()}) {
    const Parsed parsed = ArenaParse(ToSlices(bytes, slice_size));
    EXPECT_EQ(parsed.status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(ReasonOf(ToGrpcStatus(parsed.status)), "REQUEST_TOO_EXPENSIVE");
    EXPECT_LE(parsed.arena_bytes, 2 * kUsualBudget.For(bytes.size()));
  }
}

TEST(ArenaParseTest, RefusesARequestIfTheBudgetEndsBetweenTwoFields) {
  // All fields have an even length, so each piece of 4096 bytes ends between two fields.
  std::string bytes = SmallRequest().SerializeAsString();
  if (bytes.size() % 2 == 1) bytes += std::string("\x2a\x01x", 3);
  bytes += EmptyEntries(kMachineSets, 1'000'000);
  const absl::Status status = ArenaParse(ToBuffer(bytes)).status;
  EXPECT_EQ(ReasonOf(ToGrpcStatus(status)), "REQUEST_TOO_EXPENSIVE");
}

TEST(ArenaParseTest, TheBudgetAllowsTheLargestSizeRequests) {
  v1::RecommendSizeRequest sizes;
  for (int i = 0; i < kMaxSizes; ++i) {
    v1::SizeConfiguration& size = *sizes.mutable_cluster_sizing_configuration()->mutable_spec()->add_sizes();
    size.set_name(absl::StrCat("s", i));
    size.mutable_capacity()->set_memory("1Gi");
    size.mutable_capacity()->set_cpu("1");
  }
  v1::RecommendSizeRequest machine_sets;
  for (int i = 0; i < kMaxMachineSets; ++i) machine_sets.add_machine_sets()->mutable_metadata()->set_name("m");
  v1::BatchRecommendSizeRequest batch;
  for (int i = 0; i < kMaxBatchItems; ++i) batch.add_items()->mutable_demand()->set_memory("1Gi");

  EXPECT_TRUE(ArenaParse(ToBuffer(sizes.SerializeAsString())).status.ok());
  EXPECT_TRUE(ArenaParse(ToBuffer(machine_sets.SerializeAsString())).status.ok());

  // A batch is read in parts, each within the budget.
  WorkMemory work(size_t{1} << 30);
  WorkMemory::Share share(work);
  SizeBatchReader reader(ToBuffer(batch.SerializeAsString()), Info(Method::kBatchRecommendSize).budget, share);
  EXPECT_EQ(reader.items(), kMaxBatchItems);
  while (!reader.done()) {
    CallArena memory;
    auto* const part = google::protobuf::Arena::CreateMessage<v1::BatchRecommendSizeRequest>(&memory.arena());
    const absl::Status status = reader.ReadPart(memory.arena(), *part);
    ASSERT_TRUE(status.ok()) << status;
  }
}

// Returns the serialized `request`, repeated `count` times. A request with one list entry becomes a request with
// `count` entries.
std::string Times(int count, const google::protobuf::Message& request) {
  const std::string bytes = request.SerializeAsString();
  std::string all;
  for (int i = 0; i < count; ++i) all += bytes;
  return all;
}

// Returns one pod with its metrics. The number of containers is the average that the limits permit for each pod. Names
// and amounts are as short as possible, because short texts need the most memory for each byte on the wire.
v1::RecommendReplicasRequest PodAndItsMetrics() {
  v1::RecommendReplicasRequest request;
  v1::Pod& pod = *request.add_pods();
  v1::PodMetrics& metrics = *request.add_pod_metrics();
  pod.mutable_metadata()->set_name("9999");
  metrics.mutable_metadata()->set_name("9999");
  for (int i = 0; i < kMaxPodContainers / kMaxPods; ++i) {
    v1::Container& container = *pod.mutable_spec()->add_containers();
    container.set_name(absl::StrCat(i));
    (*container.mutable_resources()->mutable_requests())["cpu"] = "1";
    v1::ContainerMetrics& measured = *metrics.add_containers();
    measured.set_name(absl::StrCat(i));
    (*measured.mutable_usage())["cpu"] = "1";
  }
  return request;
}

// Returns a metric with a value for each pod.
v1::RecommendReplicasRequest ReadingOfPods() {
  v1::RecommendReplicasRequest request;
  v1::ReplicasReading& reading = *request.add_readings();
  for (int pod = 0; pod < kMaxPods; ++pod) {
    v1::MetricValue& value = *reading.add_values();
    value.mutable_described_object()->set_name(absl::StrCat(pod));
    value.set_value("1");
  }
  return request;
}

TEST(ArenaParseTest, TheBudgetAllowsTheLargestReplicasRequest) {
  const std::string pods = Times(kMaxPods, PodAndItsMetrics());
  const std::string readings = Times(kMaxSamples / kMaxPods, ReadingOfPods());
  for (const std::string& bytes : {pods, pods + readings}) {
    CallArena memory;
    auto* const parsed = google::protobuf::Arena::CreateMessage<v1::RecommendReplicasRequest>(&memory.arena());
    const absl::Status status =
        ParseOnArena(ToBuffer(bytes), Info(Method::kRecommendReplicas).budget, memory.arena(), *parsed);
    EXPECT_TRUE(status.ok()) << status;
  }
}

// The batch has the maximum number of items. The first item has as many pods as possible. The other items share the
// maximum number of history entries.
TEST(ArenaParseTest, TheBudgetAllowsTheLargestReplicasBatch) {
  v1::BatchRecommendReplicasRequest batch;
  ASSERT_TRUE(batch.add_items()->ParseFromString(Times(kMaxPods, PodAndItsMetrics())));
  for (int i = 1; i < kMaxReplicasBatchItems; ++i) {
    v1::RecommendReplicasRequest& item = *batch.add_items();
    for (int64_t entry = 0; entry < kMaxBatchHistoryEntries / kMaxReplicasBatchItems; ++entry) {
      item.mutable_history()->add_recommendations()->set_time("2026-01-02T03:04:05Z");
    }
  }
  CallArena memory;
  auto* const parsed = google::protobuf::Arena::CreateMessage<v1::BatchRecommendReplicasRequest>(&memory.arena());
  const absl::Status status = ParseOnArena(ToBuffer(batch.SerializeAsString()),
                                           Info(Method::kBatchRecommendReplicas).budget, memory.arena(), *parsed);
  EXPECT_TRUE(status.ok()) << status;
}

TEST(ArenaParseTest, TheBudgetAllowsTheLargestCpuRequestsRequest) {
  v1::ScaleCpuRequestsRequest workload;
  v1::PodSpec& pod_spec = *workload.add_workloads()->mutable_pod_spec();
  for (int i = 0; i < kMaxCpuContainers / kMaxCpuWorkloads; ++i) {
    v1::Container& container = *pod_spec.add_containers();
    container.set_name(absl::StrCat(i));
    (*container.mutable_resources()->mutable_requests())["cpu"] = "1";
  }
  const std::string bytes = Times(kMaxCpuWorkloads, workload);
  ASSERT_LE(bytes.size(), kMaxUnaryRequestBytes);
  CallArena memory;
  auto* const parsed = google::protobuf::Arena::CreateMessage<v1::ScaleCpuRequestsRequest>(&memory.arena());
  EXPECT_TRUE(ParseOnArena(ToBuffer(bytes), Info(Method::kScaleCpuRequests).budget, memory.arena(), *parsed).ok());
}

TEST(ArenaParseTest, TheBudgetAllowsTheLargestMachineRequest) {
  v1::RecommendMachineRequest node;
  v1::MachineNodeSamples& samples = *node.add_samples();
  for (v1::MachineUsageSamples* resource : {samples.mutable_cpu(), samples.mutable_memory()}) {
    for (int i = 0; i < kMaxMachineSamples / kMaxMachineNodes; ++i) {
      resource->add_end_unix_nanos(i);
      resource->add_window_nanos(1);
      resource->add_usages(1);
      resource->add_capacities(1);
    }
  }
  const std::string bytes = Times(kMaxMachineNodes, node);
  ASSERT_LE(bytes.size(), kMaxUnaryRequestBytes);
  CallArena memory;
  auto* const parsed = google::protobuf::Arena::CreateMessage<v1::RecommendMachineRequest>(&memory.arena());
  EXPECT_TRUE(ParseOnArena(ToBuffer(bytes), Info(Method::kRecommendMachine).budget, memory.arena(), *parsed).ok());
}

TEST(ArenaParseTest, TheBudgetAllowsTheLargestPlanRequest) {
  v1::PlanClusterAutoscalerRequest one;
  v1::MachineAutoscaler& autoscaler = *one.add_machine_autoscalers();
  autoscaler.mutable_metadata()->set_name("a");
  autoscaler.mutable_spec()->set_min_replicas(1);
  autoscaler.mutable_spec()->set_max_replicas(2);
  autoscaler.mutable_spec()->mutable_scale_target_ref()->set_name("a");
  v1::MachineSet& set = *one.add_machine_sets();
  set.mutable_metadata()->set_name("a");
  for (const char* key : {"a", "b", "c", "d"}) (*set.mutable_metadata()->mutable_annotations())[key] = "1";
  const std::string bytes = Times(kMaxMachineAutoscalers, one);
  ASSERT_LE(bytes.size(), kMaxUnaryRequestBytes);
  CallArena memory;
  auto* const parsed = google::protobuf::Arena::CreateMessage<v1::PlanClusterAutoscalerRequest>(&memory.arena());
  EXPECT_TRUE(ParseOnArena(ToBuffer(bytes), Info(Method::kPlanClusterAutoscaler).budget, memory.arena(), *parsed).ok());
}

TEST(ArenaParseTest, TheBudgetGrowsWithTheWireUpToItsMaximum) {
  EXPECT_EQ(kUsualBudget.For(0), size_t{8} << 20);
  EXPECT_EQ(kUsualBudget.For(size_t{1} << 20), size_t{24} << 20);
  EXPECT_EQ(kUsualBudget.For(size_t{64} << 20), size_t{256} << 20);
  EXPECT_EQ(kReplicasBudget.For(size_t{1} << 20), size_t{34} << 20);
  EXPECT_EQ(kReplicasBudget.For(size_t{64} << 20), size_t{640} << 20);
}

}  // namespace
}  // namespace cpsizer::server
