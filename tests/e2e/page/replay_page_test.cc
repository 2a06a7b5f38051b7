// The page of `cpsizer replay -o html` in a browser: the filter, the order of the table, the policy, and the layout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/sha.h>

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/programs.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Acts as a user, and replaces the page with lines of results. The least width of a window is 500 pixels, so the page
// itself is made narrower; both widths have the same style.
constexpr char kUser[] = R"js(
"use strict";
const lines = [];
const names = () => [...document.querySelectorAll("#clusters tbody th")]
    .map((cell) => cell.textContent.replace("clusters/", "")).slice(0, 3).join(" ");
const add = (what, value) => lines.push(`${what}: ${value}`);
const shown = () => `${document.getElementById("shown").textContent}, ${names()}`;
const choose = (id, value, type) => {
  const field = document.getElementById(id);
  field.value = value;
  field.dispatchEvent(new Event(type, {bubbles: true}));
};
const press = (title) => {
  const button = [...document.querySelectorAll("#clusters thead button")].find((b) => b.textContent === title);
  button.focus();
  button.click();
  const header = button.parentElement;
  return `${header.getAttribute("aria-sort")}, ${names()}, focus ${document.activeElement === button ? "stays" : "lost"}`;
};
document.addEventListener("securitypolicyviolation", (event) => add("refused", event.effectiveDirective));
addEventListener("load", () => {
  add("at first", shown());
  choose("name", "PROD", "input");
  add("name", shown());
  choose("which", "moved", "change");
  add("name and transitions", shown());
  choose("name", "", "input");
  choose("which", "differs", "change");
  add("that differ", shown());
  choose("which", "", "change");
  for (let i = 0; i < 3; ++i) add("reversals", press("reversals"));
  add("least headroom", press("least headroom"));
  add("last size", press("last size"));
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true, cancelable: true}));
  add("focus after /", document.activeElement.id);
  document.documentElement.style.width = "400px";
  const wide = [...document.querySelectorAll("body *:not(.scroll *, .plot *)")]
      .filter((element) => element.getBoundingClientRect().right > 400);
  add("wider than 400 px", wide.length === 0 ? "none" : wide[0].outerHTML.slice(0, 100));
  add("charts", document.querySelectorAll(".chart[role=img][aria-label]").length);
  add("tables of charts", document.querySelectorAll("figure details table").length);
  add("plots", document.querySelectorAll(".chart canvas").length);
  add("strips of the first cluster", [...document.querySelectorAll("#c1 .strip .label")].map((e) => e.textContent).join(", "));
  const legend = (id) => [...document.querySelectorAll(`${id} .u-legend th`)].map((e) => e.textContent).join(", ");
  add("legend of the first cluster", legend("#c1 .plot:first-child"));
  dispatchEvent(new Event("beforeprint"));
  add("on paper", `${document.documentElement.classList.contains("paper")}, at most 680 px: ` +
      [...document.querySelectorAll(".u-wrap")].every((plot) => plot.clientWidth <= 680));
  dispatchEvent(new Event("afterprint"));
  add("after that", document.documentElement.classList.contains("paper"));
  const inline = document.createElement("script");
  inline.textContent = "document.title = 'run'";
  document.body.append(inline);
  document.body.append(Object.assign(new Image(), {src: "https://example.invalid/image.png"}));
  document.body.setAttribute("style", "color: red");
  add("inline script", document.title === "run");
  setTimeout(() => {
    add("plots in 400 px", [...document.querySelectorAll(".u-wrap")].every((plot) => plot.clientWidth <= 400));
    document.body.textContent = lines.map((line) => `\n${line}`).join("") + "\n";
  }, 500);
});
)js";

// Shows the other rows of a large fleet.
constexpr char kUserOfLargeFleet[] = R"js(
"use strict";
addEventListener("load", () => {
  const state = () => `\n${document.querySelectorAll("#clusters tbody tr").length} rows, ` +
      document.getElementById("shown").textContent;
  const lines = [state()];
  const name = document.getElementById("name");
  name.value = "c00";
  name.dispatchEvent(new Event("input", {bubbles: true}));
  lines.push(state());
  name.value = "";
  name.dispatchEvent(new Event("input", {bubbles: true}));
  document.getElementById("all").click();
  lines.push(state());
  document.body.textContent = lines.join("") + "\n";
});
)js";

std::string HashSource(absl::string_view text) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash);
  return absl::StrCat("'sha256-",
                      absl::Base64Escape(absl::string_view(reinterpret_cast<const char*>(hash), sizeof hash)), "'");
}

class ReplayPageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string why = testing::WhyChromiumIsMissing();
    if (why.empty()) return;
    ASSERT_FALSE(testing::ChromiumIsRequired()) << why;
    GTEST_SKIP() << "SKIPPED: " << why;
  }

  // Returns the page of a history, by default of the example.
  std::string Page(const std::string& history = testing::SourcePath("deploy/examples/history/recommendations.csv")) {
    const auto run = testing::RunProcess(
        {CommandProgram(), "replay", "-f", testing::SourcePath("deploy/examples/fleet"), "--history", history, "--with",
         testing::SourcePath("deploy/examples/proposed-configuration.yaml"), "-o", "html"});
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? run->standard_output : "";
  }

  // Opens a page, and returns its document and the messages of the browser.
  testing::FinishedProcess Open(const std::string& page, int width) {
    const std::string path = folder_.Write("page.html", page);
    const auto run =
        testing::RunProcess({"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                             "--no-first-run", absl::StrCat("--user-data-dir=", folder_.path(), "/profile"),
                             "--enable-logging=stderr", absl::StrCat("--window-size=", width, ",900"),
                             "--virtual-time-budget=2000", "--dump-dom", absl::StrCat("file://", path)},
                            {}, absl::Seconds(120));
    EXPECT_TRUE(run.ok()) << run.status();
    return run.ok() ? *run : testing::FinishedProcess();
  }

  // Opens the page of the example with the script kUser, and returns the lines of results.
  std::vector<std::string> Use(int width) { return Use(Page(), kUser, width); }

  std::vector<std::string> Use(const std::string& page, absl::string_view user, int width) {
    const std::string used =
        absl::StrReplaceAll(page, {{"script-src ", absl::StrCat("script-src ", HashSource(user), " ")},
                                   {"</body>", absl::StrCat("<script>", user, "</script></body>")}});
    return absl::StrSplit(Open(used, width).standard_output, '\n');
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ReplayPageTest, DrawsChartsAndSortsTheTable) {
  const std::vector<std::string> lines = Use(1280);
  for (const char* line : {
           "at first: 12 of 12 shown, ingest-eu gateway-asia checkout-prod",
           "name: 6 of 12 shown, checkout-prod orders-prod archive-prod",
           "name and transitions: 3 of 12 shown, checkout-prod orders-prod archive-prod",
           "that differ: 4 of 12 shown, ingest-eu legacy-batch orders-prod",
           "reversals: descending, gateway-asia checkout-prod legacy-batch, focus stays",
           "reversals: ascending, ingest-eu training-lab orders-prod, focus stays",
           "reversals: null, ingest-eu gateway-asia checkout-prod, focus stays",
           "least headroom: ascending, ingest-eu orders-prod payments-prod, focus stays",
           "last size: descending, ingest-eu orders-prod payments-prod, focus stays",
           "focus after /: name",
           "charts: 15",
           "tables of charts: 15",
           "plots: 27",
           "strips of the first cluster: size before, size after, short before, short after, no fit before, no fit "
           "after",
           "legend of the first cluster: time, least demand, most demand, effective capacity before, effective "
           "capacity after",
           "on paper: true, at most 680 px: true",
           "after that: false",
       }) {
    EXPECT_THAT(lines, Contains(line));
  }
}

TEST_F(ReplayPageTest, ShowsFewRowsOfALargeFleetAtFirst) {
  std::string csv = "time,namespace,cluster,memory,cpu\n";
  for (const int hour : {0, 1}) {
    for (int i = 0; i < 250; ++i) absl::StrAppendFormat(&csv, "%d,a,c%03d,1Gi,1\n", hour * 3600, i);
  }
  const std::vector<std::string> lines = Use(Page(folder_.Write("h.csv", csv)), kUserOfLargeFleet, 1280);
  EXPECT_THAT(lines, Contains("200 rows, 250 of 250 found, 200 shown"));
  EXPECT_THAT(lines, Contains("10 rows, 10 of 250 shown"));
  EXPECT_THAT(lines, Contains("250 rows, 250 of 250 shown"));
}

TEST_F(ReplayPageTest, LoadsAndRunsNothingElse) {
  const std::vector<std::string> lines = Use(1280);
  for (const char* line :
       {"inline script: false", "refused: script-src-elem", "refused: img-src", "refused: style-src-attr"}) {
    EXPECT_THAT(lines, Contains(line));
  }
}

TEST_F(ReplayPageTest, FitsANarrowWindow) {
  const std::vector<std::string> lines = Use(500);
  EXPECT_THAT(lines, Contains("wider than 400 px: none"));
  EXPECT_THAT(lines, Contains("plots in 400 px: true"));
}

TEST_F(ReplayPageTest, HasNoErrorInTheConsole) {
  const testing::FinishedProcess run = Open(Page(), 1280);
  EXPECT_THAT(run.standard_output, HasSubstr("12 of 12 shown"));
  EXPECT_THAT(run.standard_error, Not(HasSubstr("CONSOLE")));
}

}  // namespace
}  // namespace cpsizer::e2e
