#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/size/configuration_validator.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {
namespace {

// The time between two reads of the schema while no field is lost.
constexpr absl::Duration kSchemaPeriod = absl::Minutes(10);

}  // namespace

// The fields that the API server stores.

void ConfigurationValidator::RestoreFields() {
  if (!std::exchange(restored_, true)) fields_.Restore(dependencies_.remembered());
}

bool ConfigurationValidator::ObserveFields(const Configuration& configuration) {
  if (dependencies_.send == nullptr) {  // objects of files, in which only the condition names lost fields
    fields_ = StoredFields();
    fields_.Observe(configuration);
    ReportFields();
    return true;
  }
  const bool needed = fields_.Observe(configuration);
  if ((needed || fields_.wants_schema()) && schema_version_ != configuration.resource_version) {
    if (!std::exchange(reading_schema_, true)) {
      ReadSchema(dependencies_.send, [this, alive = alive_, version = configuration.resource_version](
                                         const absl::StatusOr<StoredSchema>& schema) {
        if (*alive) OnSchema(version, schema);
      });
    }
    if (needed) return false;
  }
  if (std::string text = fields_.text(); restored_ && text != stored_text_) {
    stored_text_ = text;
    dependencies_.remember(std::move(text));
  }
  ReportFields();
  return true;
}

void ConfigurationValidator::OnSchema(const std::string& version, const absl::StatusOr<StoredSchema>& schema) {
  reading_schema_ = false;
  const Configuration* configuration = dependencies_.cache.configuration();
  // A newer configuration may have been read with a newer schema.
  if (configuration != nullptr && configuration->resource_version == version) {
    fields_.SchemaRead(schema);
    if (schema.ok()) {
      schema_backoff_ = kube::Backoff(kRetryBackoff);
      RefreshSchemaAfter(kSchemaPeriod);
    } else {
      schema_version_ = version;
      RetrySchema(schema.status());
    }
  }
  Update();
}

void ConfigurationValidator::RetrySchema(const absl::Status& status) {
  const absl::Time now = dependencies_.loop.now();
  const double random = dependencies_.loop.random();
  const absl::Duration least =
      absl::IsPermissionDenied(status) ? SlowRetryDelay(random) : LeastRetryDelay(status, random);
  const absl::Duration wait = std::max(schema_backoff_.Next(now, dependencies_.loop.random()), least);
  RefreshSchemaAfter(wait);
}

void ConfigurationValidator::RefreshSchemaAfter(absl::Duration wait) {
  dependencies_.loop.timers().Cancel(schema_retry_);
  schema_retry_ = dependencies_.loop.timers().At(dependencies_.loop.now() + wait, [this] {
    schema_version_.clear();
    fields_.ForgetSchema();
    Update();
  });
}

void ConfigurationValidator::ReportFields() {
  if (lost_fields() != reported_fields_) {
    const bool was_lost = !reported_fields_.empty();
    reported_fields_ = lost_fields();
    recorded_fields_ = false;
    if (!reported_fields_.empty()) {
      dependencies_.log(LogLevel::kError, "no cluster gets a smaller size until the fields are set again",
                        {{"reason", kFieldsNotStored}, {"note", reported_fields_}});
    } else if (was_lost) {
      dependencies_.log(LogLevel::kInfo, "no field of the configuration is lost any more; sizes may become smaller",
                        {});
    }
  }
  if (reported_fields_.empty() || recorded_fields_) return;
  recorded_fields_ = Warn("SizingFieldsNotStored", absl::StrCat(reported_fields_, "; no cluster gets a smaller size"));
}

}  // namespace cpsizer::sidecar
