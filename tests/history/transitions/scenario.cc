#include "tests/history/transitions/scenario.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/history/transitions/slow_fleet.h"

namespace cpsizer::history {
namespace {

constexpr absl::string_view kLetters = "smlt";

int SizeOfLetter(char letter) {
  if (letter == '-') return TransitionCluster::kNoSize;
  const size_t place = kLetters.find(letter);
  EXPECT_NE(place, absl::string_view::npos) << letter;
  return static_cast<int>(place);
}

int Number(absl::string_view text) {
  int number = 0;
  EXPECT_TRUE(absl::SimpleAtoi(text, &number)) << text;
  return number;
}

absl::Time TimeOf(absl::string_view text) {
  return text == "inf" ? absl::InfiniteFuture() : absl::FromUnixSeconds(Number(text));
}

TransitionRules ReadRules(absl::string_view text) {
  TransitionRules rules;
  rules.criteria_from = {0, 11, 101, 5};
  for (const absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> field = absl::StrSplit(word, '=');
    const int number = Number(field.second);
    if (field.first == "increase") {
      rules.increase_delay = absl::Seconds(number);
    } else if (field.first == "decrease") {
      rules.decrease_delay = absl::Seconds(number);
    } else if (field.first == "window") {
      rules.sliding_window = absl::Seconds(number);
    } else if (field.first == "limit") {
      rules.limit = number;
    } else if (field.first == "immediate") {
      rules.immediate = number == 1;
    } else {
      ADD_FAILURE() << word;
    }
  }
  return rules;
}

TransitionCluster ReadCluster(absl::string_view word) {
  TransitionCluster cluster;
  cluster.scheduled = !absl::ConsumePrefix(&word, "!");
  cluster.name = std::string(word.substr(0, 1));
  cluster.size = SizeOfLetter(word.at(2));
  word.remove_prefix(3);
  while (!word.empty()) {
    const size_t end = std::min(word.find_first_of("@^|", 1), word.size());
    const absl::string_view value = word.substr(1, end - 1);
    if (word[0] == '@') cluster.last_transition = TimeOf(value);
    if (word[0] == '^') cluster.override_size = SizeOfLetter(value.at(0));
    if (word[0] == '|') cluster.paused_until = TimeOf(value);
    word.remove_prefix(end);
  }
  return cluster;
}

ScenarioEvent ReadEvent(absl::string_view word, const std::vector<TransitionCluster>& clusters) {
  const size_t place = word.find_first_of("=|");
  ScenarioEvent event;
  event.second = Number(word.substr(0, place - 1));
  while (clusters.at(event.cluster).name[0] != word.at(place - 1)) ++event.cluster;
  event.is_pause = word[place] == '|';
  if (event.is_pause) {
    event.until = TimeOf(word.substr(place + 1));
  } else {
    event.size = SizeOfLetter(word.at(place + 1));
  }
  return event;
}

}  // namespace

absl::string_view SizeLetter(int size) {
  return size == TransitionCluster::kNoSize ? "-" : kLetters.substr(static_cast<size_t>(size), 1);
}

Scenario ReadScenario(absl::string_view rules, absl::string_view clusters, absl::string_view events) {
  Scenario scenario;
  scenario.rules = ReadRules(rules);
  for (const absl::string_view word : absl::StrSplit(clusters, ' ', absl::SkipEmpty())) {
    scenario.clusters.push_back(ReadCluster(word));
  }
  for (const absl::string_view word : absl::StrSplit(events, ' ', absl::SkipEmpty())) {
    scenario.events.push_back(ReadEvent(word, scenario.clusters));
  }
  return scenario;
}

std::string ShowTransitions(const Scenario& scenario, const std::vector<Transition>& transitions) {
  return absl::StrJoin(transitions, ", ", [&scenario](std::string* out, const Transition& transition) {
    absl::StrAppend(out, absl::ToUnixSeconds(transition.time), ":", scenario.clusters[transition.cluster].name, " ",
                    SizeLetter(transition.from), ">", SizeLetter(transition.to));
  });
}

void ExpectTransitions(absl::Span<const ScenarioCase> cases) {
  constexpr int kSeconds = 3'000;
  for (const ScenarioCase& test : cases) {
    SCOPED_TRACE(test.name);
    const Scenario scenario = ReadScenario(test.rules, test.clusters, test.events);
    EXPECT_EQ(ShowTransitions(scenario, RunFast(scenario, kSeconds, /*stops=*/false)), test.transitions);
    EXPECT_EQ(ShowTransitions(scenario, RunFast(scenario, kSeconds, /*stops=*/true)), test.transitions);
    EXPECT_EQ(ShowTransitions(scenario, RunSlow(scenario, kSeconds)), test.transitions);
  }
}

std::vector<Transition> RunFast(const Scenario& scenario, int seconds, bool stops) {
  FleetTransitions fleet(scenario.rules);
  for (const TransitionCluster& cluster : scenario.clusters) fleet.AddCluster(cluster);
  std::vector<Transition> done;
  const auto advance = [&](absl::Time end) {
    while (stops && fleet.NextEvent() < end) fleet.AdvanceTo(fleet.NextEvent(), done);
  };
  for (const ScenarioEvent& event : scenario.events) {
    const absl::Time time = absl::FromUnixSeconds(event.second);
    advance(time);
    if (event.is_pause) {
      fleet.PauseUntil(event.cluster, event.until, time);
    } else {
      fleet.Want(event.cluster, event.size, time);
    }
  }
  const absl::Time end = absl::FromUnixSeconds(seconds - 1);
  advance(end);
  fleet.AdvanceTo(end, done);
  return done;
}

}  // namespace cpsizer::history
