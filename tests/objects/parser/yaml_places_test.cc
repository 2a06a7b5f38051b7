#include "client/tree/documents/yaml_places.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using tree::TextPlace;
using tree::YamlPlaces;

std::string PlaceOf(YamlPlaces& places, size_t index) {
  yaml_mark_t mark = {};
  mark.index = index;
  return Text(places.Find(mark).position);
}

TEST(YamlPlaces, UsesTheMarksOfAscii) {
  YamlPlaces places("a: 1\nb: 2\n");
  const TextPlace place = places.Find({8, 1, 3});
  EXPECT_EQ(place.offset, 8);
  EXPECT_EQ(Text(place.position), "2:4");
}

TEST(YamlPlaces, CountsBytesInBothDirections) {
  YamlPlaces places("ä: €\nb: 🙂x\n€");
  EXPECT_EQ(PlaceOf(places, 0), "1:1");
  EXPECT_EQ(PlaceOf(places, 1), "1:3");
  EXPECT_EQ(PlaceOf(places, 5), "2:1");
  EXPECT_EQ(PlaceOf(places, 9), "2:8");
  EXPECT_EQ(PlaceOf(places, 11), "3:1");
  EXPECT_EQ(PlaceOf(places, 13), "4:1");  // after the line end that the parser adds
  EXPECT_EQ(PlaceOf(places, 12), "3:4");
  EXPECT_EQ(PlaceOf(places, 8), "2:4");
  EXPECT_EQ(PlaceOf(places, 4), "1:8");
  EXPECT_EQ(PlaceOf(places, 1), "1:3");
}

TEST(YamlPlaces, DoesNotCountLineSeparators) {
  YamlPlaces places("a\u2028b\nc");
  EXPECT_EQ(PlaceOf(places, 2), "1:5");
  EXPECT_EQ(PlaceOf(places, 4), "2:1");
}

TEST(YamlPlaces, FindsOffsets) {
  YamlPlaces places("ä\nb");
  EXPECT_EQ(Text(places.FindOffset(3).position), "2:1");
}

}  // namespace
}  // namespace cpsizer::objects
