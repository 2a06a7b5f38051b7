#include "client/webhook/reviewer.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/found_object.h"
#include "server/engine/base/text.h"

namespace cpsizer::webhook {
namespace {

using tree::Entry;
using tree::Node;

// Returns the reason why a review has nothing to validate, or an empty text if the review has an object to validate.
std::string NothingToValidate(const AdmissionReview& review) {
  if (review.operation != Operation::kCreate && review.operation != Operation::kUpdate) {
    return absl::StrCat("only CREATE and UPDATE are validated, this is \"", Quoted(review.operation_text), "\"");
  }
  if (!review.sub_resource.empty()) {
    return absl::StrCat("the subresource \"", Quoted(review.sub_resource), "\" is not validated");
  }
  if (KindIndex(review.kind) == kOtherKind) {
    return absl::StrCat("the kind \"", Quoted(review.kind), "\" is not validated");
  }
  if (!review.object.is_map()) return "the review has no object";
  return "";
}

bool IsConfiguration(const Entry& entry) {
  return entry.key != "metadata" && entry.key != "status" && entry.key != "apiVersion";
}

// Returns the entries of an object that HasSameConfiguration() compares.
std::vector<const Entry*> ConfigurationOf(const Node& object) {
  std::vector<const Entry*> entries;
  for (const Entry& entry : object.entries) {
    if (IsConfiguration(entry)) entries.push_back(&entry);
  }
  return entries;
}

bool IsSame(const v1::Finding& a, const v1::Finding& b) {
  return a.severity() == b.severity() && a.rule() == b.rule() && a.path() == b.path() && a.value() == b.value() &&
         a.message() == b.message();
}

// Returns whether each error in `findings` is also in `others`.
bool HasOnlyErrorsOf(const std::vector<v1::Finding>& findings, const std::vector<v1::Finding>& others) {
  return std::all_of(findings.begin(), findings.end(), [&others](const v1::Finding& finding) {
    if (finding.severity() != v1::SEVERITY_ERROR) return true;
    return std::any_of(others.begin(), others.end(),
                       [&finding](const v1::Finding& other) { return IsSame(finding, other); });
  });
}

}  // namespace

std::string SubjectOf(const AdmissionReview& review) {
  const absl::string_view name = review.name.empty() ? "(generated name)" : absl::string_view(review.name);
  return absl::StrCat(review.kind, " ", review.name_space, review.name_space.empty() ? "" : "/", name);
}

bool HasSameConfiguration(const Node& object, const Node& other) {
  const std::vector<const Entry*> a = ConfigurationOf(object);
  const std::vector<const Entry*> b = ConfigurationOf(other);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Entry* one, const Entry* two) {
    return one->key == two->key && one->value == two->value;
  });
}

void Reviewer::Review(AdmissionReview review, Clock::time_point deadline, Done done) {
  if (std::string why = NothingToValidate(review); !why.empty()) return done(NotReviewed(std::move(why)));
  absl::optional<ValidationInput> input = MakeValidationInput(review.api_version, review.kind, review.object);
  if (!input.has_value()) {
    return done(NotReviewed(
        absl::StrCat("the version \"", Quoted(review.api_version), "\" of ", review.kind, " is not validated")));
  }
  if (review.operation == Operation::kUpdate && review.old_object.is_map()) {
    AddOldObject(*MakeValidationInput(review.api_version, review.kind, review.old_object), *input);
  }
  auto pending = std::make_shared<Pending>();
  pending->subject = SubjectOf(review);
  pending->review = std::move(review);
  pending->done = std::move(done);
  pending->timer = tasks_.At(deadline, [this, pending] {
    Fail(pending,
         absl::StrCat("the decision (", options_.service_name, ") took longer than the timeout of the API server"));
  });
  RequestFindings(pending, *std::move(input), [this, pending](std::vector<v1::Finding> findings) {
    pending->findings = std::move(findings);
    Conclude(pending);
  });
}

void Reviewer::RequestFindings(const Shared& pending, ValidationInput input, OnFindings on_findings) {
  if (!input.readable) return on_findings(std::move(input.findings));
  input.request.set_cpu_policy(options_.cpu_policy);
  input.request.set_kubernetes_version(options_.kubernetes_version);
  // A std::function must be copyable, so it gets a pointer to the findings.
  auto findings = std::make_shared<std::vector<v1::Finding>>(std::move(input.findings));
  validate_(std::move(input.request),
            [this, pending, findings, on_findings](const absl::StatusOr<v1::ValidateConfigResponse>& response) {
              if (pending->done == nullptr) return;
              if (!response.ok()) return Fail(pending, response.status().message());
              std::vector<v1::Finding> all = objects::FindingsToAdd(*findings, response->findings());
              all.insert(all.end(), response->findings().begin(), response->findings().end());
              on_findings(std::move(all));
            });
}

void Reviewer::Conclude(const Shared& pending) {
  const AdmissionReview& review = pending->review;
  if (!HasErrors(pending->findings) || review.operation != Operation::kUpdate) {
    return Finish(pending, ResultOf(pending->subject, pending->findings));
  }
  // Finalizers must be removable, even from an invalid object.
  if (!tree::Find(review.object, {"metadata", "deletionTimestamp"}).is_null()) {
    return Finish(pending, Exempt(pending->subject, pending->findings, "it is being deleted"));
  }
  if (review.old_object.is_map() && HasSameConfiguration(review.object, review.old_object)) {
    return CompareWithOld(pending);
  }
  Finish(pending, ResultOf(pending->subject, pending->findings));
}

void Reviewer::CompareWithOld(const Shared& pending) {
  absl::optional<ValidationInput> input =
      MakeValidationInput(pending->review.api_version, pending->review.kind, pending->review.old_object);
  RequestFindings(pending, *std::move(input), [this, pending](const std::vector<v1::Finding>& old_findings) {
    if (!HasOnlyErrorsOf(pending->findings, old_findings)) {
      return Finish(pending, ResultOf(pending->subject, pending->findings));
    }
    Finish(pending, Exempt(pending->subject, pending->findings,
                           "only its metadata or status changes, and it had these errors before"));
  });
}

void Reviewer::Fail(const Shared& pending, absl::string_view why) {
  Finish(pending, Undecided(options_.on_failure, pending->subject, why));
}

void Reviewer::Finish(const Shared& pending, const ReviewResult& result) {
  if (pending->done == nullptr) return;
  tasks_.Cancel(pending->timer);
  std::exchange(pending->done, nullptr)(result);
}

}  // namespace cpsizer::webhook
