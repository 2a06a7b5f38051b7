#ifndef CPSIZER_TESTS_CLI_UI_FLEET_LIVE_FLEET_TESTING_H_
#define CPSIZER_TESTS_CLI_UI_FLEET_LIVE_FLEET_TESTING_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "client/cli/ui/fleet/live_fleet.h"
#include "gtest/gtest.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {

// The events that a page would get. Thread-safe.
class PublishedEvents {
 public:
  void Add(absl::string_view event, absl::string_view data);

  // Waits for the next event of this name, at most a minute, and returns its data. Removes it and all before it.
  nlohmann::json Next(absl::string_view event) {
    return NextThat(event, [](const nlohmann::json&) { return true; });
  }
  // The same for the next event whose data matches.
  nlohmann::json NextThat(absl::string_view event, absl::FunctionRef<bool(const nlohmann::json&)> matches);

 private:
  absl::Mutex mutex_;
  std::vector<std::pair<std::string, nlohmann::json>> events_ ABSL_GUARDED_BY(mutex_);
};

// A page about a fake API server with the example fleet.
class LiveFleetTest : public ::testing::Test {
 protected:
  LiveFleetTest();

  void Follow();
  // Waits until each kind of the fleet is watched.
  void WaitForWatches();
  void SetCpu(const std::string& cluster, const std::string& cpu);
  // Sets the CPU, and expects that it is published.
  void ExpectFollowed(const std::string& cluster, const std::string& cpu);
  // Waits until the page is stale, and returns the error. Or waits until it is current.
  std::string WaitUntilStale();
  void WaitUntilCurrent();

  const testing::TemporaryFolder folder_;
  testing::FakeApiServer server_;
  PublishedEvents events_;
  std::unique_ptr<TestedPage> page_;
  std::unique_ptr<LiveFleet> live_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_TESTS_CLI_UI_FLEET_LIVE_FLEET_TESTING_H_
