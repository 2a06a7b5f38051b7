#include "tests/cli/ui/page_fixture.h"

#include <filesystem>
#include <utility>

#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/ui/fleet/page_views.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/testing/paths.h"

namespace cpsizer::cli {

TestedPage::TestedPage(UiFlags flags) : now_(RunOptions().now) {
  std::filesystem::current_path(testing::SourcePath());
  Environment environment = {Screen(out_, Terminal()), Screen(err_, Terminal()), [this] { return now_; }};
  absl::optional<PageOptions> options = ReadPageOptions(std::move(flags), environment);
  EXPECT_TRUE(options.has_value()) << err_.str();
  options_ = std::make_unique<PageOptions>(*std::move(options));
  Inputs inputs;
  EXPECT_EQ(ReadPageInputs(*options_, environment.err, inputs), 0) << err_.str();
  first_.source = inputs.source;
  first_.absent = inputs.absent;
  client_ = ChooseClient(options_->server, environment.err);
  fleet_ = std::make_unique<PageFleet>(*options_);
  state_ = std::make_unique<PageState>(
      "the test", options_->is_live() ? PageSource::kCluster : PageSource::kFollowedFiles, std::vector<std::string>());
  state_->SetViews(TakeViews(*options_, inputs));
  absl::StatusOr<FleetUpdate> update = fleet_->Update(std::move(inputs), *client_);
  EXPECT_TRUE(update.ok()) << update.status();
  state_->SetSnapshot(std::move(update->snapshot), options_->now());
  api_ = std::make_unique<FleetPageApi>(*options_, *state_);
}

TestedPage::Answer TestedPage::Get(absl::string_view path, absl::string_view query) {
  ui::ApiRequest request;
  request.path = path;
  request.query = query;
  return Send(request);
}

TestedPage::Answer TestedPage::PostBytes(absl::string_view path, absl::string_view body) {
  ui::ApiRequest request;
  request.is_post = true;
  request.path = path;
  request.body = body;
  return Send(request);
}

TestedPage::Answer TestedPage::Send(const ui::ApiRequest& request) {
  const ui::ApiResponse response = api_->Answer(request);
  Answer answer;
  answer.code = response.code;
  answer.json = nlohmann::json::parse(*response.body, nullptr, /*allow_exceptions=*/false);
  answer.revision = response.revision;
  EXPECT_FALSE(answer.json.is_discarded()) << request.path << ": " << *response.body;
  EXPECT_NE(answer.code, 500) << request.path << ": " << *response.body;
  return answer;
}

UiFlags FlagsForFiles(const std::vector<std::string>& files) {
  UiFlags flags;
  flags.source.files = files;
  flags.source.cluster.of_fleet = true;
  return flags;
}

}  // namespace cpsizer::cli
