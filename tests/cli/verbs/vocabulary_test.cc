#include "client/cli/verbs/vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/cli/output/show.h"

namespace cpsizer::cli {
namespace {

using ::testing::Contains;
using ::testing::Not;

const Vocabulary& TheVocabulary() {
  static const Vocabulary& vocabulary = *new Vocabulary;
  return vocabulary;
}

// Returns the spellings of a word that output, logs and users use.
std::vector<std::string> SpellingsOf(const std::string& word) {
  const std::string lower = absl::AsciiStrToLower(word);
  return {word, lower, absl::StrReplaceAll(lower, {{"_", " "}}), absl::StrReplaceAll(lower, {{"_", "-"}}),
          absl::StrReplaceAll(word, {{"_", ""}})};
}

TEST(VocabularyTest, KnowsEveryValueOfEveryEnumAsOutputWritesIt) {
  int count = 0;
  for (const google::protobuf::EnumDescriptor* type : TheVocabulary().reference().Enums()) {
    EXPECT_NE(CommentOf(*type), "") << type->name();
    EXPECT_THAT(TheVocabulary().reference().FieldsOf(*type), Not(::testing::IsEmpty())) << type->name();
    for (int i = 0; i < type->value_count(); ++i) {
      const google::protobuf::EnumValueDescriptor* value = type->value(i);
      EXPECT_NE(CommentOf(*value), "") << value->name();
      EXPECT_THAT(TheVocabulary().Find(value->name()).values, Contains(value));
      if (i == 0) continue;
      // The output of the command has this spelling of the value.
      const std::string word = ShowEnum(value->name(), absl::StripSuffix(type->value(0)->name(), "UNSPECIFIED"));
      EXPECT_THAT(TheVocabulary().Find(word).values, Contains(value)) << word;
      ++count;
    }
  }
  EXPECT_GT(count, 100);
}

TEST(VocabularyTest, KnowsAValueInEverySpelling) {
  for (const char* word : {"SIZE_OUTCOME_BEST_EFFORT", "BEST_EFFORT"}) {
    for (const std::string& spelling : SpellingsOf(word)) {
      const Meanings meanings = TheVocabulary().Find(spelling);
      ASSERT_EQ(meanings.values.size(), 1u) << spelling;
      EXPECT_EQ(meanings.values.front()->name(), "SIZE_OUTCOME_BEST_EFFORT");
    }
  }
}

TEST(VocabularyTest, KnowsEveryWordRuleAndError) {
  for (const WordGroup& group : WordGroups()) {
    EXPECT_EQ(TheVocabulary().Find(ListName(group)).list, ListName(group));
    for (const Word& word : group.words) {
      const Meanings meanings = TheVocabulary().Find(absl::AsciiStrToLower(word.id));
      EXPECT_TRUE(std::any_of(meanings.words.begin(), meanings.words.end(), [&word](const FoundWord& found) {
        return found.word == &word;
      })) << word.id;
    }
  }
  for (const RuleInfo& rule : AllRules()) {
    EXPECT_EQ(TheVocabulary().Find(std::string(rule.id)).rule, &rule) << rule.id;
  }
  for (const CallErrorInfo& error : AllCallErrors()) {
    EXPECT_EQ(TheVocabulary().Find(std::string(error.id)).error, &error) << error.id;
  }
}

TEST(VocabularyTest, EveryTopicHasAMeaning) {
  const std::vector<std::string> topics = TheVocabulary().Topics();
  EXPECT_TRUE(std::is_sorted(topics.begin(), topics.end()));
  // Tests only every ninth topic, because one search takes a millisecond or more.
  for (size_t i = 0; i < topics.size(); i += 9) EXPECT_FALSE(TheVocabulary().Find(topics[i]).empty()) << topics[i];
  for (const char* topic :
       {"HELD", "SIZE_OUTCOME_HELD", "VPA_AT_FLOOR", "TOO_MANY_CALLS_IN_FLIGHT", "CONTENTION", "NoSizeFits",
        "AbleToScale", "CpsizerFlood", "hold-reasons", "spec.sizes.capacity.memory"}) {
    EXPECT_THAT(topics, Contains(topic));
  }
}

TEST(VocabularyTest, OtherTextIsNotAWord) {
  for (const char* topic : {"", "UNSPECIFIED", "_", "HEL", "HELDD", "SIZE_OUTCOME", "spec.held"}) {
    EXPECT_TRUE(TheVocabulary().Find(topic).empty()) << topic;
  }
}

}  // namespace
}  // namespace cpsizer::cli
