#ifndef CPSIZER_CLIENT_OBJECTS_SIZING_FIELDS_H_
#define CPSIZER_CLIENT_OBJECTS_SIZING_FIELDS_H_

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/meta.pb.h"

// The capacities and fractions of a ClusterSizingConfiguration, for which the schema of an operator may not have
// fields. See docs/decisions/0044-lost-fields-are-not-removed-fields.md.
namespace cpsizer::objects {

// Paths of fields of a ClusterSizingConfiguration, such as `spec.sizes[small].capacity.cpu` for the field of one size,
// or `spec.sizes[].capacity.cpu` for the field in the schema.
using FieldPaths = std::set<std::string>;

// Returns the paths in the schema of all capacities and fractions.
FieldPaths FieldsInSchema();

// Returns the path in the schema of the field at `path`.
std::string InSchema(absl::string_view path);

// Returns the name of the size in `path`; absent if the field is for all sizes.
absl::optional<absl::string_view> SizeIn(absl::string_view path);

// Returns the capacities and fractions that the spec has.
FieldPaths FieldsOf(const v1::ClusterSizingConfigurationSpec& spec);

// Returns the annotation kFractionsAnnotation; empty if there is none.
std::string FractionsOf(const v1::ClusterSizingConfiguration& config);

// Returns the fields that have a value in the annotation `fractions`. The service validates the annotation.
FieldPaths FieldsOfAnnotation(absl::string_view fractions);

// Returns whether the annotation is an empty object, with which a person declares that the configuration has no
// fractions.
bool SaysNone(absl::string_view fractions);

// Returns the fields that the message of the condition kStoredFieldsCondition names, if its status is False.
FieldPaths FieldsNamedBy(const v1::Condition& condition);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_SIZING_FIELDS_H_
