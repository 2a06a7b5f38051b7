// Tests the controller of the ClusterAutoscaler on a fake API server.
#include "client/sidecar/cluster_autoscaler/cluster_autoscaler_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"
#include "tests/sidecar/cluster_autoscaler/autoscaler_fixture.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;

class ClusterAutoscalerControllerTest : public ::testing::Test {
 protected:
  ClusterAutoscalerControllerTest() { InstallAutoscaling(server_); }

  bool Exist(const std::vector<std::string>& paths) const {
    for (const std::string& path : paths) {
      if (server_.Get(path).is_null()) return false;
    }
    return true;
  }
  Json Deployment() const { return server_.Get(AutoscalerDeploymentPath()); }
  bool HasArgument(absl::string_view argument) const {
    return absl::StrContains(absl::StrCat(ArgumentsOf(Deployment()), " "), absl::StrCat(argument, " "));
  }
  // Runs until all objects of the ClusterAutoscaler exist and no work is left.
  void Settle(AutoscalerSidecar& sidecar) {
    ASSERT_TRUE(sidecar.RunUntil([&] { return Exist(OperandPaths()); }));
    ASSERT_TRUE(sidecar.RunForTwoRounds());
  }
  // Returns the writes of all objects except events.
  std::vector<std::string> Writes() const {
    std::vector<std::string> writes;
    for (const testing::FakeApiWrite& write : server_.writes()) {
      if (!absl::StartsWith(write.path, "/apis/events")) writes.push_back(write.object_path);
    }
    return writes;
  }
  size_t EventsOf(absl::string_view reason) const {
    size_t count = 0;
    for (const testing::FakeApiWrite& write : server_.writes()) {
      count += absl::StartsWith(write.path, "/apis/events") && absl::StrContains(write.body, reason) ? 1 : 0;
    }
    return count;
  }

  testing::FakeApiServer server_;
};

TEST_F(ClusterAutoscalerControllerTest, CreatesAllObjectsInOrderAndThenWritesNothing) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  std::vector<std::string> writes = Writes();
  std::erase_if(writes, [](const std::string& path) { return absl::StartsWith(path, ClusterOperatorPath()); });
  EXPECT_THAT(writes, ElementsAreArray(OperandPaths()));
  EXPECT_TRUE(HasArgument("--max-nodes-total=24")) << ArgumentsOf(Deployment());
  EXPECT_EQ(kube::TextAt(server_.Get(ClusterOperatorPath())["status"]["conditions"][0], {"type"}), "Available");
  const size_t before = server_.writes().size();
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_EQ(server_.writes().size(), before);
  EXPECT_EQ(sidecar.HoldReason(), "");
  EXPECT_EQ(sidecar.counters().writes.at("create"), 9);
  EXPECT_GE(EventsOf("SuccessfulCreate"), 1u);
}

TEST_F(ClusterAutoscalerControllerTest, EventsAreInTheNamespaceOfTheClusterAutoscaler) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  ASSERT_GE(EventsOf("SuccessfulCreate"), 1u);
  for (const testing::FakeApiWrite& write : server_.writes()) {
    if (!absl::StartsWith(write.path, "/apis/events")) continue;
    EXPECT_THAT(write.path, HasSubstr("/namespaces/openshift-machine-api/events"));
    EXPECT_EQ(Json::parse(write.body)["regarding"]["namespace"], "openshift-machine-api") << write.body;
  }
}

TEST_F(ClusterAutoscalerControllerTest, AChangeReachesTheDeploymentAndADeletionRemovesEverything) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  server_.Modify(ClusterAutoscalerPath(), [](Json& object) { object["spec"]["resourceLimits"]["maxNodesTotal"] = 30; });
  ASSERT_TRUE(sidecar.RunUntil([&] { return HasArgument("--max-nodes-total=30"); }));
  server_.Remove(ClusterAutoscalerPath());
  ASSERT_TRUE(sidecar.RunUntil([&] { return Deployment().is_null(); }));
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  for (const std::string& path : OperandPaths()) EXPECT_TRUE(server_.Get(path).is_null()) << path;
}

TEST_F(ClusterAutoscalerControllerTest, RepairsDriftAndKeepsFieldsOfOtherOwners) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  server_.Modify(AutoscalerDeploymentPath(), [](Json& object) {
    object["spec"]["replicas"] = 3;
    object["metadata"]["labels"]["team"] = "a";
    object["spec"]["template"]["spec"]["containers"][0]["args"].push_back("--v=9");
  });
  ASSERT_TRUE(sidecar.RunUntil([&] { return !HasArgument("--v=9"); }));
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_EQ(Deployment()["spec"]["replicas"], 3);
  EXPECT_EQ(Deployment()["metadata"]["labels"]["team"], "a");
  EXPECT_THAT(sidecar.log(), Contains(HasSubstr("updated an object")));
}

TEST_F(ClusterAutoscalerControllerTest, ObserveModeReportsDryRunsAndWritesNothing) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {.enforce = false});
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_THAT(server_.writes(), IsEmpty());
  EXPECT_THAT(sidecar.log(), Contains("would create an object namespace=openshift-machine-api kind=Deployment "
                                      "name=cluster-autoscaler-default"));
  EXPECT_THAT(sidecar.log(),
              Contains(HasSubstr(
                  "would write the status of the ClusterOperator cluster-autoscaler conditions=Available=True")));
  EXPECT_EQ(sidecar.Status().observed.at("disagree"), 1);
  const size_t lines = sidecar.log().size();
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_EQ(sidecar.log().size(), lines);
}

TEST_F(ClusterAutoscalerControllerTest, AnObjectOfAnotherOwnerIsHeldAndTheOthersAreWritten) {
  server_.Put({{"apiVersion", "v1"},
               {"kind", "Service"},
               {"metadata", {{"name", "cluster-autoscaler-default"}, {"namespace", kAutoscalerNamespace}}},
               {"spec", {{"type", "ExternalName"}}}});
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  EXPECT_EQ(sidecar.HoldReason(), kObjectOfAnotherOwner);
  EXPECT_EQ(server_.Get(AutoscalerServicePath())["spec"], (Json{{"type", "ExternalName"}}));
  server_.Remove(ClusterAutoscalerPath());
  ASSERT_TRUE(sidecar.RunUntil([&] { return Deployment().is_null(); }));
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_FALSE(server_.Get(AutoscalerServicePath()).is_null());
}

TEST_F(ClusterAutoscalerControllerTest, ReportsTheReasonAndWritesNothingAfterErrors) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  server_.Modify(ClusterAutoscalerPath(), [](Json& object) { object["spec"]["resourceLimits"]["maxNodesTotal"] = -1; });
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kInvalidConfiguration; }));
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_TRUE(HasArgument("--max-nodes-total=24"));
  EXPECT_EQ(EventsOf("FailedValidation"), 1u);
  EXPECT_THAT(sidecar.log(), Contains(HasSubstr("clusterAutoscaler.spec.resourceLimits.maxNodesTotal")));
}

TEST_F(ClusterAutoscalerControllerTest, WithoutSettingsNothingIsWritten) {
  server_.Remove("/apis/apps/v1/namespaces/openshift-machine-api/deployments/cluster-autoscaler-operator");
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kSettingsMissing; }));
  EXPECT_THAT(server_.writes(), IsEmpty());
}

TEST_F(ClusterAutoscalerControllerTest, AnObjectThatCannotBeReadIsNotCreated) {
  server_.Put(ClusterAutoscalerJson(24));
  server_.SetFaults([](const testing::FakeApiRequest& request) {
    const bool reads = !request.IsWrite() && absl::StrContains(request.path, "/prometheusrules/");
    return reads ? testing::AnswerFault(403) : testing::FakeApiFault();
  });
  AutoscalerSidecar sidecar(server_, {});
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kNotObserved; }));
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  EXPECT_TRUE(Deployment().is_null());
  // The ClusterOperator reports the error after three consecutive failures.
  ASSERT_TRUE(sidecar.RunUntil(
      [&] { return absl::StrContains(server_.Get(ClusterOperatorPath()).dump(), "UnableToCheckAutoscalers"); }));
}

TEST_F(ClusterAutoscalerControllerTest, WritesNothingForAnInvalidResponse) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  sidecar.service().corrupt_plan = [](v1::PlanClusterAutoscalerResponse& response) {
    for (v1::ClusterAutoscalerObject& object : *response.mutable_objects()) object.set_namespace_("kube-system");
  };
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kInvalidResponse; }));
  EXPECT_THAT(server_.writes(), IsEmpty());
}

TEST_F(ClusterAutoscalerControllerTest, ARefusedWriteIsHeldAndTheOthersAreMade) {
  server_.Put(ClusterAutoscalerJson(24));
  server_.SetFaults([](const testing::FakeApiRequest& request) {
    const bool writes = request.IsWrite() && absl::StrContains(request.path, "/servicemonitors");
    return writes ? testing::AnswerFault(403) : testing::FakeApiFault();
  });
  AutoscalerSidecar sidecar(server_, {});
  ASSERT_TRUE(sidecar.RunUntil([&] { return !Deployment().is_null(); }));
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kWriteFailed; }));
  server_.SetFaults(nullptr);
  Settle(sidecar);
  EXPECT_EQ(sidecar.HoldReason(), "");
}

TEST_F(ClusterAutoscalerControllerTest, ARefusedStatusOfTheOperatorIsHeldAndReported) {
  server_.Put(ClusterAutoscalerJson(24));
  server_.SetFaults([](const testing::FakeApiRequest& request) {
    const bool writes = request.IsWrite() && absl::StrContains(request.path, "/clusteroperators/");
    return writes ? testing::AnswerFault(403) : testing::FakeApiFault();
  });
  AutoscalerSidecar sidecar(server_, {});
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kWriteFailed; }));
  ASSERT_TRUE(sidecar.RunUntil([&] { return EventsOf("FailedUpdate") > 0; }));
  EXPECT_FALSE(Deployment().is_null()) << "the objects are written all the same";
  server_.SetFaults(nullptr);
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason().empty(); }));
}

TEST_F(ClusterAutoscalerControllerTest, PausesWritesWhileAnotherWriterRevertsThem) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  for (int i = 0; i < 4; ++i) {
    server_.Modify(AutoscalerDeploymentPath(), [](Json& object) {
      object["spec"]["template"]["spec"]["containers"][0]["args"] = Json::array({"--v=9"});
    });
    ASSERT_TRUE(
        sidecar.RunUntil([&] { return HasArgument("--max-nodes-total=24") || sidecar.HoldReason() == kContention; }));
    ASSERT_TRUE(sidecar.RunForTwoRounds());
  }
  EXPECT_EQ(sidecar.HoldReason(), kContention);
  EXPECT_EQ(sidecar.counters().contentions, 1);
  EXPECT_TRUE(HasArgument("--v=9"));
  // The contention concerns one change of the object. A different change is still written: the missing object is
  // created.
  server_.Remove(AutoscalerDeploymentPath());
  ASSERT_TRUE(sidecar.RunUntil([&] { return HasArgument("--max-nodes-total=24"); }));
}

TEST_F(ClusterAutoscalerControllerTest, DifferentChangesOfAListAreNotContention) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  for (int i = 0; i < 5; ++i) {
    server_.Modify(AutoscalerDeploymentPath(), [i](Json& object) {
      object["spec"]["template"]["spec"]["containers"].push_back({{"name", absl::StrCat("other-", i)}});
    });
    ASSERT_TRUE(sidecar.RunUntil([&] { return Deployment()["spec"]["template"]["spec"]["containers"].size() == 1; }));
    ASSERT_TRUE(sidecar.RunForTwoRounds());
  }
  EXPECT_EQ(sidecar.counters().contentions, 0);
}

TEST_F(ClusterAutoscalerControllerTest, ContentionEnds) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  for (int i = 0; i < 4; ++i) {
    server_.Modify(AutoscalerServicePath(), [](Json& object) { object["spec"]["type"] = "NodePort"; });
    ASSERT_TRUE(sidecar.RunForTwoRounds());
  }
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kContention; }));
  // The contention ends after ten minutes without a change by another writer.
  ASSERT_TRUE(sidecar.RunUntil([&] { return server_.Get(AutoscalerServicePath())["spec"]["type"] == "ClusterIP"; }));
}

// A write has no effect if, for example, a mutating webhook reverts it. The controller must not repeat such a write
// again and again.
TEST_F(ClusterAutoscalerControllerTest, AWriteThatChangesNothingIsHeld) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  server_.Modify(AutoscalerDeploymentPath(), [](Json& object) {
    object["spec"]["template"]["spec"]["containers"][0]["args"] = Json::array({"--v=9"});
  });
  server_.SetFaults([this](const testing::FakeApiRequest& request) {
    testing::FakeApiFault fault;
    if (request.method != "PATCH" || !absl::StrContains(request.path, "/deployments/")) return fault;
    fault.kind = testing::FakeApiFault::Kind::kAnswer;
    fault.answer = testing::ObjectAnswer(200, Deployment());
    return fault;
  });
  ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.HoldReason() == kWriteFailed; }));
  EXPECT_THAT(sidecar.log(), Contains(HasSubstr("accepted the write but changed nothing")));
  EXPECT_THAT(sidecar.log(), Not(Contains(HasSubstr("updated an object"))));
}

TEST_F(ClusterAutoscalerControllerTest, ARuleThatAllowsEverythingIsRemovedFromAPolicy) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  const std::string deny = OperandPaths()[3], api_server = OperandPaths()[5];
  const Json before[] = {server_.Get(deny)["spec"], server_.Get(api_server)["spec"]};
  server_.Modify(deny, [](Json& object) { object["spec"]["ingress"] = Json::array({Json::object()}); });
  server_.Modify(api_server, [](Json& object) { object["spec"]["egress"].push_back(Json::object()); });
  ASSERT_TRUE(sidecar.RunUntil([&] {
    return server_.Get(deny)["spec"] == before[0] && server_.Get(api_server)["spec"] == before[1];
  })) << server_.Get(deny)["spec"]
      << server_.Get(api_server)["spec"];
}

TEST_F(ClusterAutoscalerControllerTest, MachinesOfTargetsAreRelatedObjects) {
  server_.Put(ClusterAutoscalerJson(24));
  server_.Put({{"apiVersion", "autoscaling.openshift.io/v1beta1"},
               {"kind", "MachineAutoscaler"},
               {"metadata", {{"name", "a"}, {"namespace", kAutoscalerNamespace}}},
               {"spec", {{"scaleTargetRef", {{"kind", "MachineSet"}, {"name", "workers"}}}}}});
  for (const char* set : {"workers", "others"}) {
    server_.Put({{"apiVersion", "machine.openshift.io/v1beta1"},
                 {"kind", "Machine"},
                 {"metadata",
                  {{"name", absl::StrCat(set, "-1")},
                   {"namespace", kAutoscalerNamespace},
                   {"ownerReferences", Json::array({{{"kind", "MachineSet"}, {"name", set}, {"uid", "u"}}})}}}});
  }
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  const Json related = server_.Get(ClusterOperatorPath())["status"]["relatedObjects"];
  const auto object = [](const std::string& resource, const std::string& name) {
    return Json{
        {"group", "machine.openshift.io"}, {"resource", resource}, {"namespace", kAutoscalerNamespace}, {"name", name}};
  };
  EXPECT_THAT(related, Contains(object("machinesets", "workers")));
  EXPECT_THAT(related, Contains(object("machines", "workers-1")));
  EXPECT_THAT(related, Not(Contains(object("machines", "others-1"))));
}

// Returns a fault that refuses lists and watches of the Service, as a role that allows only `get` does.
testing::FakeApiFault RefuseToWatchServices(const testing::FakeApiRequest& request) {
  const bool watches = request.method == "GET" && absl::EndsWith(request.path, "/services");
  return watches ? testing::AnswerFault(403) : testing::FakeApiFault();
}

TEST_F(ClusterAutoscalerControllerTest, AtRestTheObjectsAreReadEachQuarterOfAnHour) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {.times_faster = 1000});
  Settle(sidecar);
  const auto run_for = [&](absl::Duration time) {
    const absl::Time end = sidecar.now() + time;
    ASSERT_TRUE(sidecar.RunUntil([&] { return sidecar.now() >= end; }));
  };
  run_for(absl::Minutes(2));  // the events of the last writes
  const size_t before = server_.requests().size();
  const absl::Time begin = sidecar.now();
  run_for(absl::Minutes(31));
  // The last round was 2 minutes before `begin`, or more on a busy machine, where the clock also ends minutes later.
  const auto rounds = static_cast<size_t>((sidecar.now() - begin + absl::Minutes(4)) / absl::Minutes(15));
  EXPECT_THAT(server_.requests().size() - before, AllOf(Ge(14u), Le(14 * rounds)));
}

// The clock of this test is not faster than time, so a period is longer than RunUntil() waits.
TEST_F(ClusterAutoscalerControllerTest, AChangeOfAnObservedObjectBeginsARoundWithinASecond) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {.times_faster = 1});
  Settle(sidecar);
  server_.Modify(AutoscalerServicePath(), [](Json& object) { object["spec"]["type"] = "NodePort"; });
  ASSERT_TRUE(sidecar.RunUntil([&] { return server_.Get(AutoscalerServicePath())["spec"]["type"] == "ClusterIP"; }));
  server_.Remove(AutoscalerDeploymentPath());
  ASSERT_TRUE(sidecar.RunUntil([&] { return !Deployment().is_null(); }));
}

TEST_F(ClusterAutoscalerControllerTest, ContinualChangesBeginOneRoundInEachSecond) {
  server_.Put(ClusterAutoscalerJson(24));
  AutoscalerSidecar sidecar(server_, {.enforce = false, .times_faster = 10});
  ASSERT_TRUE(sidecar.RunForTwoRounds());
  const absl::Time begin = sidecar.now();
  const int64_t before = sidecar.counters().service_calls;
  int changes = 0;
  ASSERT_TRUE(sidecar.RunUntil([&] {
    server_.Modify(ClusterOperatorPath(),
                   [&](Json& object) { object["metadata"]["labels"]["n"] = absl::StrCat(++changes); });
    return sidecar.counters().service_calls >= before + 5;
  }));
  EXPECT_GE(sidecar.now() - begin, absl::Seconds(4));
}

TEST_F(ClusterAutoscalerControllerTest, AnObjectThatCannotBeWatchedIsReadInEachPeriod) {
  server_.Put(ClusterAutoscalerJson(24));
  server_.SetFaults(RefuseToWatchServices);
  AutoscalerSidecar sidecar(server_, {});
  Settle(sidecar);
  EXPECT_THAT(sidecar.log(), Contains(HasSubstr("cannot watch an object; it is read in each --sync-period")));
  server_.Modify(AutoscalerServicePath(), [](Json& object) { object["spec"]["type"] = "NodePort"; });
  ASSERT_TRUE(sidecar.RunUntil([&] { return server_.Get(AutoscalerServicePath())["spec"]["type"] == "ClusterIP"; },
                               absl::Seconds(5)));
}

}  // namespace
}  // namespace cpsizer::sidecar
