#include "client/objects/annotation_write.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "client/tree/parse_json.h"

namespace cpsizer::objects {
namespace {

constexpr char kWritten[] = "example.com/size";

std::string Entry(absl::string_view manager, absl::string_view time, absl::string_view annotation) {
  return absl::StrCat(R"({"manager": ")", manager, R"(", "operation": "Update", "time": ")", time,
                      R"(", "fieldsV1": {"f:metadata": {"f:annotations": {".": {}, "f:)", annotation, R"(": {}}}}})");
}

AnnotationWrite WriteIn(absl::string_view managed_fields) {
  return LastWriteOf(tree::ParseJson(absl::StrCat(R"({"metadata": {"managedFields": )", managed_fields, "}}")),
                     kWritten);
}

TEST(LastWriteTest, IsTheOneThatOwnsTheKeyAndIsTheLatest) {
  const AnnotationWrite write = WriteIn(absl::StrCat("[", Entry("kubectl", "2026-01-01T00:00:00Z", "other"), ",",
                                                     Entry("operator", "2026-01-01T00:00:00Z", kWritten), ",",
                                                     Entry("older", "2025-01-01T00:00:00Z", kWritten), "]"));
  EXPECT_EQ(write.manager, "operator");
  EXPECT_EQ(write.time, "2026-01-01T00:00:00Z");
}

TEST(LastWriteTest, IsTheLastOneOfTheSameTime) {
  EXPECT_EQ(WriteIn(absl::StrCat("[", Entry("operator", "2026-01-01T00:00:00Z", kWritten), ",",
                                 Entry("kubectl", "2026-01-01T00:00:00Z", kWritten), "]"))
                .manager,
            "kubectl");
}

TEST(LastWriteTest, IsUnknownForMissingOrInvalidEntries) {
  EXPECT_EQ(LastWriteOf(tree::Node(), kWritten).manager, "");
  for (const char* fields :
       {"[]", "7", R"("x")", "[7]", R"([{"fieldsV1": 7}])", R"([{"fieldsV1": {"f:metadata": []}}])"}) {
    EXPECT_EQ(WriteIn(fields).manager, "") << fields;
    EXPECT_EQ(WriteIn(fields).time, "") << fields;
  }
}

}  // namespace
}  // namespace cpsizer::objects
