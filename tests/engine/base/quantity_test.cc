#include "cpsizer/quantity.h"

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

struct CanonicalCase {
  absl::string_view text;
  absl::string_view canonical;
};

class Canonical : public ::testing::TestWithParam<CanonicalCase> {};

TEST_P(Canonical, TextIsThatOfKubernetesAndParsesBackToTheSameAmount) {
  Quantity quantity;
  ASSERT_EQ(ParseQuantity(GetParam().text, quantity), QuantityError::kNone) << GetParam().text;
  EXPECT_EQ(CanonicalText(quantity), GetParam().canonical) << GetParam().text;
  Quantity again;
  ASSERT_EQ(ParseQuantity(GetParam().canonical, again), QuantityError::kNone);
  EXPECT_EQ(again, quantity) << GetParam().text;
  EXPECT_EQ(CanonicalText(again), GetParam().canonical);
}

INSTANTIATE_TEST_SUITE_P(Plain, Canonical,
                         ::testing::Values(CanonicalCase{"0", "0"}, CanonicalCase{"-0", "0"}, CanonicalCase{"0Gi", "0"},
                                           CanonicalCase{"1", "1"}, CanonicalCase{"+1", "1"}, CanonicalCase{"-1", "-1"},
                                           CanonicalCase{"1.", "1"}, CanonicalCase{".5", "500m"},
                                           CanonicalCase{"1.G", "1G"}, CanonicalCase{".001", "1m"},
                                           CanonicalCase{"00001.5", "1500m"}, CanonicalCase{"100000", "100k"},
                                           CanonicalCase{"12340", "12340"}, CanonicalCase{"1.5", "1500m"},
                                           CanonicalCase{"8001m", "8001m"}, CanonicalCase{"0.65", "650m"},
                                           CanonicalCase{"0.333", "333m"}, CanonicalCase{"2000m", "2"},
                                           CanonicalCase{"0100m", "100m"}, CanonicalCase{"1.234k", "1234"}));

INSTANTIATE_TEST_SUITE_P(AroundTheLargestNanosOf64Bits, Canonical,
                         ::testing::Values(CanonicalCase{"9223372036854775806n", "9223372036854775806n"},
                                           CanonicalCase{"9223372036854775807n", "9223372036854775807n"},
                                           CanonicalCase{"9223372036854775808n", "9223372036854775808n"},
                                           CanonicalCase{"-9223372036854775808n", "-9223372036854775808n"},
                                           CanonicalCase{"9223372036", "9223372036"},
                                           CanonicalCase{"9223372037", "9223372037"}));

INSTANTIATE_TEST_SUITE_P(DecimalSuffixes, Canonical,
                         ::testing::Values(CanonicalCase{"1n", "1n"}, CanonicalCase{"1u", "1u"},
                                           CanonicalCase{"1m", "1m"}, CanonicalCase{"1k", "1k"},
                                           CanonicalCase{"1M", "1M"}, CanonicalCase{"1G", "1G"},
                                           CanonicalCase{"1T", "1T"}, CanonicalCase{"1P", "1P"},
                                           CanonicalCase{"1E", "1E"}, CanonicalCase{"9E", "9E"},
                                           CanonicalCase{"1000m", "1"}, CanonicalCase{"1000000n", "1m"},
                                           CanonicalCase{"12.5m", "12500u"}, CanonicalCase{"65536k", "65536k"},
                                           CanonicalCase{"-1.5k", "-1500"}));

INSTANTIATE_TEST_SUITE_P(BinarySuffixes, Canonical,
                         ::testing::Values(CanonicalCase{"1Ki", "1Ki"}, CanonicalCase{"1Mi", "1Mi"},
                                           CanonicalCase{"1Gi", "1Gi"}, CanonicalCase{"1Ti", "1Ti"},
                                           CanonicalCase{"1Pi", "1Pi"}, CanonicalCase{"1Ei", "1Ei"},
                                           CanonicalCase{"1025Ki", "1025Ki"}, CanonicalCase{"1024Mi", "1Gi"},
                                           CanonicalCase{"1.5Gi", "1536Mi"}, CanonicalCase{"0.5Ki", "512"},
                                           CanonicalCase{"1.1Ki", "1126400m"},
                                           CanonicalCase{"41.6Gi", "44667659878400m"},
                                           CanonicalCase{"1.33Gi", "1428076625920m"}, CanonicalCase{"-2Gi", "-2Gi"},
                                           CanonicalCase{"0.0001Ki", "102400u"}));

INSTANTIATE_TEST_SUITE_P(Exponents, Canonical,
                         ::testing::Values(CanonicalCase{"1e3", "1e3"}, CanonicalCase{"1E3", "1e3"},
                                           CanonicalCase{"5E0", "5"}, CanonicalCase{"12e-1", "1200e-3"},
                                           CanonicalCase{"1e+2", "100"}, CanonicalCase{"0.00001e5", "1"},
                                           CanonicalCase{"1e18", "1e18"}, CanonicalCase{"100e-9", "100e-9"},
                                           CanonicalCase{"0e4096", "0"}, CanonicalCase{"0e18", "0"},
                                           CanonicalCase{"0e19", "0"},
                                           CanonicalCase{"9223372036854775807e0", "9223372036854775807"}));

INSTANTIATE_TEST_SUITE_P(RoundedUpToWholeNanoUnits, Canonical,
                         ::testing::Values(CanonicalCase{"0.1n", "1n"}, CanonicalCase{"3.001n", "4n"},
                                           CanonicalCase{"1e-1000", "1e-9"}, CanonicalCase{"1e-4096", "1e-9"},
                                           CanonicalCase{"-0.1n", "-1n"}, CanonicalCase{"0.0000000001", "1n"},
                                           CanonicalCase{"1.0000000001", "1000000001n"},
                                           CanonicalCase{"0.000000000000000000000000000001Gi", "1n"},
                                           CanonicalCase{"0.1111111111Ki", "113777777767n"}));

struct QuantityErrorCase {
  std::string text;
  QuantityError error;
};

class Malformed : public ::testing::TestWithParam<QuantityErrorCase> {};

TEST_P(Malformed, IsNamedAndLeavesTheQuantityAlone) {
  Quantity quantity = WholeUnits(7, QuantityFormat::kDecimalSI);
  EXPECT_EQ(ParseQuantity(GetParam().text, quantity), GetParam().error) << GetParam().text;
  EXPECT_EQ(CanonicalText(quantity), "7");
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Malformed,
    ::testing::Values(
        QuantityErrorCase{"", QuantityError::kNoDigits}, QuantityErrorCase{"+", QuantityError::kNoDigits},
        QuantityErrorCase{"-", QuantityError::kNoDigits}, QuantityErrorCase{".", QuantityError::kNoDigits},
        QuantityErrorCase{"m", QuantityError::kNoDigits}, QuantityErrorCase{"Gi", QuantityError::kNoDigits},
        QuantityErrorCase{".Ei", QuantityError::kNoDigits}, QuantityErrorCase{"e3", QuantityError::kNoDigits},
        QuantityErrorCase{"--1", QuantityError::kFormat}, QuantityErrorCase{"NaN", QuantityError::kFormat},
        QuantityErrorCase{"inf", QuantityError::kFormat}, QuantityErrorCase{"0x10", QuantityError::kSuffix},
        QuantityErrorCase{"1 Gi", QuantityError::kSuffix}, QuantityErrorCase{" 1Gi", QuantityError::kFormat},
        QuantityErrorCase{"1Gi ", QuantityError::kSuffix}, QuantityErrorCase{"1GB", QuantityError::kSuffix},
        QuantityErrorCase{"1g", QuantityError::kSuffix}, QuantityErrorCase{"1Kb", QuantityError::kSuffix},
        QuantityErrorCase{"1ki", QuantityError::kSuffix}, QuantityErrorCase{"1KI", QuantityError::kSuffix},
        QuantityErrorCase{"1mi", QuantityError::kSuffix}, QuantityErrorCase{"1MiB", QuantityError::kSuffix},
        QuantityErrorCase{"1,5", QuantityError::kSuffix}, QuantityErrorCase{"1_000", QuantityError::kSuffix},
        QuantityErrorCase{"1.2.3", QuantityError::kSuffix}, QuantityErrorCase{"1e", QuantityError::kExponent},
        QuantityErrorCase{"1e1.5", QuantityError::kExponent}, QuantityErrorCase{"1e3Gi", QuantityError::kExponent},
        QuantityErrorCase{"1e4097", QuantityError::kExponent}, QuantityErrorCase{"1e-4097", QuantityError::kExponent},
        QuantityErrorCase{"1e999999999", QuantityError::kExponent},
        QuantityErrorCase{"1e-999999999", QuantityError::kExponent},
        QuantityErrorCase{"1e99999999999999999999999999", QuantityError::kExponent},
        QuantityErrorCase{std::string("1\0", 2), QuantityError::kSuffix},
        QuantityErrorCase{"١", QuantityError::kFormat},
        QuantityErrorCase{std::string(65, '1'), QuantityError::kTooLong},
        QuantityErrorCase{std::string(5'000, '9'), QuantityError::kTooLong}));

struct RangeCase {
  std::string text;
  bool in_range;
};

class Range : public ::testing::TestWithParam<RangeCase> {};

TEST_P(Range, EndsAtTheLargestInt64) {
  Quantity quantity;
  EXPECT_EQ(ParseQuantity(GetParam().text, quantity),
            GetParam().in_range ? QuantityError::kNone : QuantityError::kOutOfRange)
      << GetParam().text;
  const Nanos magnitude = quantity.nanos < 0 ? -quantity.nanos : quantity.nanos;
  EXPECT_EQ(magnitude == kMaxQuantityNanos, !GetParam().in_range || GetParam().text.find("807") != std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Edges, Range,
    ::testing::Values(RangeCase{"9223372036854775807", true}, RangeCase{"9223372036854775808", false},
                      RangeCase{"9223372036854775807.0000000001", false}, RangeCase{"-9223372036854775807", true},
                      RangeCase{"-9223372036854775808", false}, RangeCase{"7Ei", true}, RangeCase{"8Ei", false},
                      RangeCase{"7.99Ei", true}, RangeCase{"9Ei", false}, RangeCase{"9007199254740991Ki", true},
                      RangeCase{"9007199254740992Ki", false}, RangeCase{"9E", true}, RangeCase{"10E", false},
                      RangeCase{"1e18", true}, RangeCase{"1e19", false}, RangeCase{"1e4096", false},
                      RangeCase{"99999999999999999999999999999999999999999999999999999999999999", false},
                      RangeCase{"0000000000000000000000000000000000000000000000000000000000000001", true}));

TEST(Quantity, ComparesByAmountWhateverTheFormat) {
  const auto parse = [](absl::string_view text) {
    Quantity quantity;
    EXPECT_EQ(ParseQuantity(text, quantity), QuantityError::kNone) << text;
    return quantity;
  };
  EXPECT_GT(parse("1Gi"), parse("1G"));
  EXPECT_EQ(parse("250Mi"), parse("262144k"));
  EXPECT_LT(parse("-1"), parse("-999m"));
}

TEST(Quantity, ProductIsExactWhereDoublesAreNot) {
  Quantity capacity;
  Quantity fraction;
  Quantity demand;
  ASSERT_EQ(ParseQuantity("6", capacity), QuantityError::kNone);
  ASSERT_EQ(ParseQuantity("0.35", fraction), QuantityError::kNone);
  ASSERT_EQ(ParseQuantity("2.1", demand), QuantityError::kNone);
  EXPECT_EQ(FloorProduct(capacity, fraction), demand);
  EXPECT_LT(6 * 0.35, 2.1);
}

TEST(Quantity, LargestProductDoesNotOverflow) {
  const Quantity largest = {kMaxQuantityNanos, QuantityFormat::kDecimalSI};
  EXPECT_EQ(FloorProduct(largest, WholeUnits(1, QuantityFormat::kDecimalSI)), largest);
}

TEST(Quantity, PlainTextHasAllDigitsAndNoSuffix) {
  const std::pair<absl::string_view, absl::string_view> kCases[] = {
      {"0", "0"}, {"96Gi", "103079215104"}, {"2100000001n", "2.100000001"}, {"-1500m", "-1.5"}, {"1e3", "1000"}};
  for (const auto& [text, plain] : kCases) {
    Quantity quantity;
    ASSERT_EQ(ParseQuantity(text, quantity), QuantityError::kNone);
    EXPECT_EQ(PlainText(quantity), plain);
  }
}

struct HumanCase {
  absl::string_view text;
  absl::string_view memory;
  absl::string_view cpu;
};

class Human : public ::testing::TestWithParam<HumanCase> {};

TEST_P(Human, AmountsAreShortAndNeverRoundedUp) {
  Quantity quantity;
  ASSERT_EQ(ParseQuantity(GetParam().text, quantity), QuantityError::kNone);
  EXPECT_EQ(HumanMemory(quantity), GetParam().memory);
  EXPECT_EQ(HumanCpu(quantity), GetParam().cpu);
}

INSTANTIATE_TEST_SUITE_P(
    Amounts, Human,
    ::testing::Values(HumanCase{"0", "0", "0"}, HumanCase{"12", "12", "12"}, HumanCase{"19.2", "19.2", "19.2"},
                      HumanCase{"650m", "0.65", "650m"}, HumanCase{"1", "1", "1"}, HumanCase{"999m", "0.999", "999m"},
                      HumanCase{"1500u", "0.001", "1.5m"}, HumanCase{"1023", "1023", "1023"},
                      HumanCase{"1024", "1Ki", "1024"}, HumanCase{"1.9999", "1.999", "1.999"},
                      HumanCase{"1025Ki", "1Mi", "1049600"}, HumanCase{"41.6Gi", "41.6Gi", "44667659878.4"},
                      HumanCase{"-20Gi", "-20Gi", "-21474836480"}, HumanCase{"7Ei", "7Ei", "8070450532247928832"},
                      HumanCase{"1u", "1u", "0.001m"}, HumanCase{"999n", "999n", "999n"}));

TEST(Human, FractionsHaveAtLeastTwoPlacesAndAreExact) {
  const auto human = [](absl::string_view text) {
    Quantity quantity;
    EXPECT_EQ(ParseQuantity(text, quantity), QuantityError::kNone);
    return HumanFraction(quantity);
  };
  EXPECT_EQ(human("0.65"), "0.65");
  EXPECT_EQ(human("0.5"), "0.50");
  EXPECT_EQ(human("1"), "1.00");
  EXPECT_EQ(human("0.333"), "0.333");
  EXPECT_EQ(human("1n"), "0.000000001");
  EXPECT_EQ(human("-0.5"), "-0.50");
}

TEST(Quantity, EveryErrorHasASentence) {
  for (const QuantityError error : {QuantityError::kTooLong, QuantityError::kNoDigits, QuantityError::kFormat,
                                    QuantityError::kSuffix, QuantityError::kExponent, QuantityError::kOutOfRange}) {
    EXPECT_GT(Describe(error).size(), 10U);
  }
}

TEST(Quantity, BetweenZeroAndOneABinarySuffixIsDropped) {
  const struct {
    absl::string_view text;
    QuantityFormat format;
  } cases[] = {{"0Ki", QuantityFormat::kBinarySI},
               {"0.0001Ki", QuantityFormat::kDecimalSI},
               {"0.0009765625Ki", QuantityFormat::kBinarySI}};
  for (const auto& c : cases) {
    Quantity quantity;
    ASSERT_EQ(ParseQuantity(c.text, quantity), QuantityError::kNone) << c.text;
    EXPECT_EQ(quantity.format, c.format) << c.text;
  }
}

TEST(Quantity, AnExponentMayReachBeyondTheLastDigit) {
  Quantity quantity;
  ASSERT_EQ(ParseQuantity("0.0000000000000000001e20", quantity), QuantityError::kNone);
  EXPECT_EQ(quantity, WholeUnits(10, QuantityFormat::kDecimalSI));
}

TEST(Quantity, LongTextsWithZerosAfterThePointAreExact) {
  Quantity quantity;
  ASSERT_EQ(ParseQuantity("0.0010000000000000000000", quantity), QuantityError::kNone);
  EXPECT_EQ(quantity.nanos, 1'000'000);
}

}  // namespace
}  // namespace cpsizer
