#include "client/cli/size/explanation.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/output/findings_output.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet_output.h"
#include "client/cli/size/resource_output.h"

namespace cpsizer::cli {
namespace {

// Returns the arithmetic of the effective capacity, such as `64Gi x 0.65 = 41.6Gi`.
std::string Arithmetic(Resource resource, const v1::SizeResource& row) {
  if (row.capacity().empty()) return "-";
  return absl::StrCat(ShowAmount(resource, row.capacity()), " x ", ShowFraction(row.fraction()), " = ",
                      ShowAmount(resource, row.effective_capacity()));
}

Cell Fits(Resource resource, const v1::SizeResource& row) {
  if (!row.has_fits()) return {"-", Style::kDim};
  if (row.fits()) return {"fits", Style::kGood};
  return {absl::StrCat("short by ", ShowAmount(resource, row.shortfall())), Style::kBad};
}

std::string CapacityFrom(v1::SizeCapacitySource source) {
  return ShowEnum(v1::SizeCapacitySource_Name(source), "SIZE_CAPACITY_SOURCE_");
}

std::string FractionFrom(v1::SizeFractionSource source) {
  return ShowEnum(v1::SizeFractionSource_Name(source), "SIZE_FRACTION_SOURCE_");
}

// Returns a value with its source, such as `128Gi (configuration)`. Returns "-" if there is no value.
std::string WithSource(const std::string& value, const std::string& source) {
  return value == "-" ? value : absl::StrCat(value, " (", source, ")");
}

const v1::SizeResourceFlips& FlipsOf(const v1::RecommendSizeResponse& response, Resource resource) {
  return resource == Resource::kMemory ? response.flips().memory() : response.flips().cpu();
}

std::vector<Cell> ResourceRow(const v1::RecommendSizeResponse& response, Resource resource) {
  const v1::SizeAssessment& assessment = AssessmentOf(response, resource);
  const v1::SizeResourceFlips& flips = FlipsOf(response, resource);
  Cell headroom = {ShowAmount(resource, assessment.headroom())};
  if (!assessment.shortfall().empty()) {
    headroom = {absl::StrCat("short by ", ShowAmount(resource, assessment.shortfall())), Style::kBad};
  }
  if (assessment.has_headroom_ratio()) {
    absl::StrAppend(&headroom.text, " (", ShowPercent(assessment.headroom_ratio()), ")");
  }
  return {{std::string(ResourceName(resource))},
          {ShowAmount(resource, assessment.demand())},
          {OrDash(assessment.size_alone())},
          {WithSource(ShowAmount(resource, assessment.capacity()), CapacityFrom(assessment.capacity_source()))},
          {WithSource(ShowFraction(assessment.fraction()), FractionFrom(assessment.fraction_source()))},
          {ShowAmount(resource, assessment.effective_capacity())},
          std::move(headroom),
          {ShowAmount(resource, flips.grows_above())},
          {ShowAmount(resource, flips.shrinks_at())}};
}

void PrintResources(const v1::RecommendSizeResponse& response, Screen& out) {
  Table table(
      {"RESOURCE", "DEMAND", "REQUIRES", "CAPACITY", "FRACTION", "EFFECTIVE", "HEADROOM", "GROWS ABOVE", "SHRINKS AT"});
  for (const Resource resource : kResources) table.AddRow(ResourceRow(response, resource));
  out.EndLine();
  table.Print(out);
  for (const Resource resource : kResources) {
    const v1::SizeNotInPlayReason reason = AssessmentOf(response, resource).not_in_play_reason();
    if (reason == v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED) continue;
    out.Line(absl::StrCat(ResourceName(resource), " does not take part: ",
                          ShowEnum(v1::SizeNotInPlayReason_Name(reason), "SIZE_NOT_IN_PLAY_REASON_")));
  }
}

}  // namespace

void PrintSizes(const google::protobuf::RepeatedPtrField<v1::SizeRow>& sizes, bool wide, Screen& out) {
  const bool compared = std::any_of(sizes.begin(), sizes.end(), [](const v1::SizeRow& size) {
    return size.memory().has_fits() || size.cpu().has_fits();
  });
  const auto has_capacity = [](const v1::SizeRow& size) {
    return !size.memory().capacity().empty() || !size.cpu().capacity().empty();
  };
  // Sizes by number of nodes need no capacities.
  if (std::none_of(sizes.begin(), sizes.end(), has_capacity)) return;
  std::vector<std::string> header = {"SIZE"};
  for (const absl::string_view resource : {"MEMORY", "CPU"}) {
    header.emplace_back(resource);
    if (compared) header.emplace_back();
  }
  if (wide) header.insert(header.end(), {"MEMORY FROM", "FRACTION FROM", "CPU FROM", "FRACTION FROM"});
  Table table(std::move(header));
  for (const v1::SizeRow& size : sizes) {
    std::vector<Cell> row = {{size.name()}};
    for (const Resource resource : kResources) {
      row.push_back({Arithmetic(resource, RowOf(size, resource))});
      if (compared) row.push_back(Fits(resource, RowOf(size, resource)));
    }
    if (wide) {
      for (const Resource resource : kResources) {
        row.push_back({CapacityFrom(RowOf(size, resource).capacity_source())});
        row.push_back({FractionFrom(RowOf(size, resource).fraction_source())});
      }
    }
    table.AddRow(std::move(row));
  }
  table.Print(out);
}

void PrintExplanation(absl::string_view title, absl::string_view why, const v1::RecommendSizeResponse& response,
                      OperatorEffect effect, bool wide, Screen& out) {
  const Cell answer = ShowAnswer(response, effect);
  out.Text(absl::StrCat(title, ": "), Style::kBold).Line(answer.text, answer.style);
  out.Paragraph(why);
  out.EndLine();
  PrintSizes(response.sizes(), wide, out);
  if (!response.memory().demand().empty() || !response.cpu().demand().empty()) PrintResources(response, out);
  PrintFindings(response.findings(), out);
}

}  // namespace cpsizer::cli
