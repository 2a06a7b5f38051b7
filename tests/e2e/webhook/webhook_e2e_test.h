#ifndef CPSIZER_TESTS_E2E_WEBHOOK_WEBHOOK_E2E_TEST_H_
#define CPSIZER_TESTS_E2E_WEBHOOK_WEBHOOK_E2E_TEST_H_

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/string_view.h"
#include "tests/e2e/webhook/registered_webhook.h"
#include "tests/testing/json.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {

// Runs tests on an API server and a webhook that all tests of this program share. The first test starts both programs.
// The tests are skipped if the tools are missing.
class WebhookE2eTest : public ::testing::Test {
 protected:
  void SetUp() override;

  static RegisteredWebhook& registered();
  static testing::FinishedProcess Apply(const kube::Json& object, const std::string& flag = "--dry-run=none");
  // Returns the value of a series of the webhook as text, or an empty text if the series does not exist.
  static std::string Metric(absl::string_view series);
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_WEBHOOK_WEBHOOK_E2E_TEST_H_
