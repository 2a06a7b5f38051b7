// Tests invalid text, and text that is harmful when it is displayed, in each string of each request.
#include <gmock/gmock.h>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tests/e2e/hostile/hostile_test.h"
#include "tests/e2e/hostile/request_fields.h"
#include "tests/rpc/running_server.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::ReasonOf;
using ::google::protobuf::FieldDescriptor;

constexpr absl::string_view kNotUtf8[] = {"\xff", "a\xc3(", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"};

// Valid UTF-8 text that a terminal, a log or a label of a metric would interpret.
constexpr absl::string_view kControls[] = {
    absl::string_view("\0", 1),
    absl::string_view("a\0b", 3),
    "\x1b[31mred\x1b]0;title\x07",
    "one\r\ntwo\n",
    "\x7f\b\b\b\t\v\f",
    "\xc2\x9b[m",
    "\xe2\x80\xaetxt.exe",
    "\xe2\x80\xa8",
    "\",\"level\":\"fatal\",\"x\":\"",
    "%s%n%p",
    "${jndi:ldap://x}",
};

// The server of these tests logs with the highest verbosity.
class HostileTextTest : public ::testing::Test {
 protected:
  // Calls each method once for each string of its request, with `text` in this string.
  template <typename Expect>
  void CallWithText(absl::string_view text, const Expect& expect) {
    const auto channel = server_.Connect();
    for (const MethodUnderAttack& method : MethodsUnderAttack()) {
      for (const FieldPath& path : AllFields(*method.request->GetDescriptor())) {
        if (path.field().type() != FieldDescriptor::TYPE_STRING) continue;
        const std::string bytes = absl::StrCat(method.request->SerializeAsString(), HoldingInField(path, text));
        expect(CallWithBytes(channel, method.path, bytes),
               absl::StrCat(method.path, " ", path.Name(), " ", absl::CHexEscape(text)));
        ++calls_;
      }
    }
  }
  void TearDown() override {
    EXPECT_GT(calls_, 100) << "strings were not found";
    server_.ExpectUnchanged({.log_bytes = calls_ * kLineBytes});
  }

  static constexpr size_t kLineBytes = 4 << 10;  // limit for one log line per call, which has a few escaped values
  WatchedServer server_{WatchedServer::Command({"--log-level=debug"})};
  size_t calls_ = 0;
};

TEST_F(HostileTextTest, BytesThatAreNotUtf8AreMalformedInEveryString) {
  for (const absl::string_view text : kNotUtf8) {
    CallWithText(text, [](const grpc::Status& status, absl::string_view what) {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << what;
      EXPECT_EQ(ReasonOf(status), "MALFORMED_REQUEST") << what;
    });
  }
}

TEST_F(HostileTextTest, ControlCharactersInEveryStringAreEscaped) {
  for (const absl::string_view text : kControls) CallWithText(text, ExpectDecentAnswer);
}

}  // namespace
}  // namespace cpsizer::e2e
