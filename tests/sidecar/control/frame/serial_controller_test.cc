#include "client/sidecar/control/frame/serial_controller.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>

#include "tests/kube/scripted_api.h"
#include "tests/sidecar/size/sidecar_fixture.h"

namespace cpsizer::sidecar {
namespace {

struct CountKind {
  static constexpr char kName[] = "count";
  static constexpr bool kOneObject = true;
  static constexpr const char* kHeldValues = "counts";
  static constexpr const char* kHeldObjects = "objects";
  static constexpr ContentionRule kContention = {1, absl::ZeroDuration(), absl::ZeroDuration()};
  using Dependencies = ControllerDependencies;
  struct Options {};
  struct Round : ControlRound {};
  using Answer = int;
};

// A controller that counts its rounds. The test ends the rounds.
class CountController : public SerialController<CountKind> {
 public:
  explicit CountController(Dependencies dependencies) : SerialController(std::move(dependencies), {}) {}

  using SerialController::DueAt;
  using SerialController::EndAfter;
  using SerialController::EndUntil;

  int begun = 0;

 private:
  RoundPtr BeginRound() override {
    ++begun;
    return std::make_shared<Round>();
  }
  size_t objects() const override { return 7; }
  void Call(const RoundPtr& /*round*/, std::function<void(Answer)> /*answered*/) override {}
  void OnResponse(const RoundPtr& /*round*/, Answer /*answer*/) override {}
  void OnFailure(const RoundPtr& /*round*/, const absl::Status& /*status*/, absl::Duration /*wait*/) override {}
};

class SerialControllerTest : public ::testing::Test {
 protected:
  SerialControllerTest() {
    controller_.Start();
    manual_.Pass(absl::ZeroDuration());
  }
  int BegunAfter(absl::Duration duration) {
    manual_.Pass(duration);
    return controller_.begun;
  }

  kube::ManualLoop manual_{"http://127.0.0.1:9"};
  BreakableService service_{manual_.loop()};
  Counters counters_;
  CountController controller_{{manual_.loop(), service_, nullptr, nullptr, counters_,
                               [](LogLevel, absl::string_view, absl::Span<const LogField>) {}, [] { return true; }}};
};

TEST_F(SerialControllerTest, BeginsTheNextRoundAfterTheWait) {
  EXPECT_EQ(controller_.begun, 1);
  controller_.EndAfter(absl::Minutes(1));
  EXPECT_EQ(BegunAfter(absl::Seconds(59)), 1);
  EXPECT_EQ(BegunAfter(absl::Seconds(1)), 2);
}

TEST_F(SerialControllerTest, AChangeDuringARoundBeginsTheNextAtItsEnd) {
  controller_.DueAt(manual_.now());
  EXPECT_EQ(BegunAfter(absl::Seconds(1)), 1);
  SidecarStatus status;
  controller_.Describe(status);
  EXPECT_EQ(status.objects, 7u);
  EXPECT_EQ(status.queued, 1u);
  controller_.EndAfter(absl::Minutes(1));
  EXPECT_EQ(BegunAfter(absl::ZeroDuration()), 2);
}

TEST_F(SerialControllerTest, AChangeDoesNotShortenTheDelayOfEndUntil) {
  controller_.DueAt(manual_.now());
  controller_.EndUntil(manual_.now() + absl::Minutes(1));
  EXPECT_EQ(BegunAfter(absl::Seconds(59)), 1);
  EXPECT_EQ(BegunAfter(absl::Seconds(1)), 2);
}

TEST_F(SerialControllerTest, AStartDuringARoundMakesTheNextDue) {
  controller_.Pause();
  controller_.Start();
  controller_.EndAfter(absl::Minutes(1));
  EXPECT_EQ(BegunAfter(absl::ZeroDuration()), 2);
}

}  // namespace
}  // namespace cpsizer::sidecar
