#include "client/cli/ui/fleet/view_probe.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/http/rate_limit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using testing::FakeApiFault;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const testing::FakeApiKind kAutoscalers = {"autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"};
const testing::FakeApiKind kMachines = {"machine.openshift.io/v1alpha1", "ControlPlaneMachineSetAutoscaler",
                                        "controlplanemachinesetautoscalers"};

class ViewProbeTest : public ::testing::Test {
 protected:
  // Runs until the next search has ended.
  std::vector<PageView> Search() {
    probe_.SendIfDue();
    while (!probe_.TakeEnd()) loop_.RunOnce(absl::Seconds(1));
    return probe_.views();
  }
  void Put(const testing::FakeApiKind& kind, const std::string& name_space) {
    server_.InstallKind(kind);
    server_.Put({{"apiVersion", kind.api_version},
                 {"kind", kind.kind},
                 {"metadata", {{"namespace", name_space}, {"name", "one"}}}});
  }

  FakeApiServer server_;
  absl::Time now_ = absl::UnixEpoch();
  kube::EventLoop loop_{{server_.url(), "", "test"}, [this] { return now_; }, [] { return 0.5; }};
  kube::ApiClient client_{loop_, {}, kube::RateLimit(0, 0)};
  ViewProbe probe_{loop_, client_, "shop", absl::ZeroDuration()};
};

TEST_F(ViewProbeTest, SearchesAgainAfterTheInterval) {
  EXPECT_THAT(Search(), IsEmpty());
  const size_t requests = server_.requests().size();
  Put(kAutoscalers, "shop");
  now_ += ViewProbe::kInterval - absl::Seconds(1);
  probe_.SendIfDue();
  loop_.RunOnce(absl::ZeroDuration());
  EXPECT_EQ(server_.requests().size(), requests);
  now_ += absl::Seconds(1);
  EXPECT_THAT(Search(), ElementsAre(PageView{"replicas", ""}));
  EXPECT_EQ(server_.requests().size(), 2 * requests);
  probe_.SearchSoon();
  EXPECT_TRUE(server_.Remove(testing::PathOf(kAutoscalers, "shop", "one")));
  EXPECT_THAT(Search(), IsEmpty());
}

TEST_F(ViewProbeTest, OnlyTheNamespaceHasAutoscalersOfWorkloads) {
  Put(kAutoscalers, "other");
  Put(kMachines, "other");
  EXPECT_THAT(Search(), ElementsAre(PageView{"machines", ""}));
}

// The API server refuses to list the other kinds too, but does not serve them.
TEST_F(ViewProbeTest, AKindThatTheUserMayNotListHasAViewWithTheRefusal) {
  Put(kMachines, "a");
  server_.SetFaults([](const FakeApiRequest& request) {
    FakeApiFault fault;
    if (request.path == "/apis/machine.openshift.io/v1alpha1") {
      fault.kind = FakeApiFault::Kind::kAnswer;
      fault.answer = testing::ObjectAnswer(200, {{"resources", {{{"name", kMachines.plural}}}}});
      return fault;
    }
    return request.query.count("limit") == 1 ? testing::AnswerFault(403) : fault;
  });
  const std::vector<PageView> views = Search();
  ASSERT_EQ(views.size(), 1);
  EXPECT_EQ(views[0].name, "machines");
  EXPECT_THAT(views[0].refusal, HasSubstr("needs the right to list controlplanemachinesetautoscalers: "));
  server_.SetFaults(nullptr);
  probe_.SearchSoon();
  EXPECT_THAT(Search(), ElementsAre(PageView{"machines", ""}));
}

TEST_F(ViewProbeTest, AFailureChangesNothing) {
  Put(kMachines, "a");
  EXPECT_THAT(Search(), ElementsAre(PageView{"machines", ""}));
  server_.SetFaults([](const FakeApiRequest&) { return testing::AnswerFault(500); });
  probe_.SearchSoon();
  EXPECT_THAT(Search(), ElementsAre(PageView{"machines", ""}));
}

}  // namespace
}  // namespace cpsizer::cli
