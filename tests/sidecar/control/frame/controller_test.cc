#include "client/sidecar/control/frame/controller.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void IgnoreLog(LogLevel /*level*/, absl::string_view /*message*/, absl::Span<const LogField> /*fields*/) {}

template <bool one_object>
struct EchoKind {
  static constexpr char kName[] = "echo";
  static constexpr bool kOneObject = one_object;
  static constexpr const char* kHeldValues = "echoes";
  static constexpr const char* kHeldObjects = "objects";
  static constexpr ContentionRule kContention = {1, absl::ZeroDuration(), absl::Minutes(1)};
  using Dependencies = ControllerDependencies;
  struct Options {};
  struct Round : ControlRound {
    std::string name;
  };
  using Answer = std::string;
};

// A controller that records its steps. The test completes the calls of the controller to the service.
template <bool one_object>
class EchoController : public Controller<EchoKind<one_object>> {
 public:
  using Base = Controller<EchoKind<one_object>>;
  using typename Base::Answer;
  using typename Base::Round;
  using typename Base::RoundPtr;

  EchoController(ControllerDependencies dependencies, size_t most_rounds)
      : Base(std::move(dependencies), {}, most_rounds) {}

  void Due(const std::string& name) {
    due_.push_back(name);
    this->Wake();
  }
  void AnswerFirst(const Answer& answer) {
    const std::function<void(Answer)> answered = std::move(calls_.front());
    calls_.pop_front();
    answered(answer);
  }
  std::function<void(Answer)> FirstCall() const { return calls_.front(); }
  ControllerState& its_state() { return this->state(); }

  std::vector<std::string> steps;

 private:
  void QueueAll() override { steps.push_back("queue all"); }
  absl::Time NextDue() const override { return due_.empty() ? absl::InfiniteFuture() : this->now(); }
  RoundPtr NextRound() override {
    if (due_.empty()) return nullptr;
    auto round = std::make_shared<Round>();
    round->name = due_.front();
    due_.pop_front();
    return round;
  }
  void Call(const RoundPtr& round, std::function<void(Answer)> answered) override {
    steps.push_back("call " + round->name);
    calls_.push_back(std::move(answered));
  }
  void OnResponse(const RoundPtr& round, Answer answer) override {
    const std::string what = answer.ok() ? *answer : "refused";
    steps.push_back((this->IsCurrent(*round) ? "answer " : "old answer ") + round->name + " " + what);
    this->EndRound();
  }
  void OnFailure(const RoundPtr& round, const absl::Status&, absl::Duration /*wait*/) override {
    steps.push_back("failure " + round->name);
    this->EndRound();
  }
  void Requeue(const RoundPtr& round) override {
    steps.push_back("requeue " + round->name);
    due_.push_front(round->name);
  }
  void DescribeKind(SidecarStatus& status) const override { status.objects = due_.size(); }

  std::deque<std::string> due_;
  std::deque<std::function<void(Answer)>> calls_;
};

class ControlLoopTest : public ::testing::Test {
 protected:
  template <bool one_object = true>
  std::unique_ptr<EchoController<one_object>> Started(size_t most_rounds) {
    auto controller = std::make_unique<EchoController<one_object>>(Dependencies(), most_rounds);
    controller->Start();
    for (const char* name : {"a", "b", "c"}) controller->Due(name);
    manual_.Pass(absl::ZeroDuration());
    return controller;
  }

  ControllerDependencies Dependencies() {
    return {manual_.loop(), service_, nullptr, nullptr, counters_, IgnoreLog, [] { return true; }};
  }

  kube::ManualLoop manual_{"http://127.0.0.1:9"};
  BreakableService service_{manual_.loop()};
  Counters counters_;
};

TEST_F(ControlLoopTest, LimitsTheNumberOfConcurrentRounds) {
  const auto controller = Started(2);
  EXPECT_THAT(controller->steps, ElementsAre("queue all", "call a", "call b"));
  SidecarStatus status;
  controller->Describe(status);
  EXPECT_EQ(status.controller, "echo");
  EXPECT_EQ(status.rounds, 2u);
  EXPECT_EQ(status.objects, 1u);
  controller->AnswerFirst("1");
  manual_.Pass(absl::ZeroDuration());
  EXPECT_THAT(controller->steps, ElementsAre("queue all", "call a", "call b", "answer a 1", "call c"));
  EXPECT_EQ(counters_.service_calls, 3);
}

TEST_F(ControlLoopTest, BeginsNoRoundOnHoldAndIgnoresResponsesOfEarlierStarts) {
  const auto controller = Started(2);
  controller->Pause();
  controller->AnswerFirst("1");
  manual_.Pass(absl::Minutes(1));
  EXPECT_EQ(controller->steps.back(), "old answer a 1");
  controller->Start();
  manual_.Pass(absl::ZeroDuration());
  EXPECT_EQ(controller->steps.back(), "call c");
  controller->AnswerFirst("2");
  EXPECT_EQ(controller->steps.back(), "old answer b 2");
}

TEST_F(ControlLoopTest, ARefusalIsAnAnswerAboutOneObjectAndAFailureForSeveral) {
  const auto one = Started<true>(1);
  one->AnswerFirst(absl::InvalidArgumentError("no"));
  EXPECT_EQ(one->steps.back(), "answer a refused");
  EXPECT_EQ(counters_.service_failures, 0);
  const auto several = Started<false>(1);
  several->AnswerFirst(absl::InvalidArgumentError("no"));
  EXPECT_EQ(several->steps.back(), "failure a");
  EXPECT_EQ(counters_.service_failures, 1);
}

TEST_F(ControlLoopTest, WithOneRoundAtATimeAFailureDelaysTheNext) {
  const auto controller = Started(1);
  controller->AnswerFirst(absl::UnavailableError("down"));
  manual_.Pass(absl::ZeroDuration());
  EXPECT_EQ(controller->steps.back(), "failure a");
  SidecarStatus status;
  controller->Describe(status);
  EXPECT_EQ(status.service_error, "down");
  manual_.Pass(absl::Minutes(1));
  EXPECT_EQ(controller->steps.back(), "call b");
  controller->AnswerFirst("2");
  EXPECT_EQ(controller->steps.back(), "answer b 2");
}

TEST_F(ControlLoopTest, KeepsTheStateOfAnObjectUntilItIsDeleted) {
  const auto controller = Started(1);
  ControllerState& state = controller->its_state();
  state.holds.Hold("a", {"SERVICE_FAILED", ""}, "down", manual_.loop().now());
  state.agreements.Note("a", "agree");
  state.contentions.Changed("a", "size", manual_.loop().now());
  SidecarStatus status;
  controller->Describe(status);
  EXPECT_EQ(status.held["SERVICE_FAILED"].count, 1u);
  EXPECT_EQ(status.observed["agree"], 1);
  EXPECT_EQ(status.contended, 1u);
  state.Delete("a");
  SidecarStatus after;
  controller->Describe(after);
  EXPECT_THAT(after.held, IsEmpty());
  EXPECT_THAT(after.observed, IsEmpty());
  EXPECT_EQ(after.contended, 0u);
}

TEST_F(ControlLoopTest, AResponseAfterDestructionDoesNothing) {
  auto controller = Started(1);
  const std::function<void(absl::StatusOr<std::string>)> answered = controller->FirstCall();
  controller.reset();
  answered("late");
}

}  // namespace
}  // namespace cpsizer::sidecar
