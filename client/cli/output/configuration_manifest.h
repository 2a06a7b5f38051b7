#ifndef CPSIZER_CLIENT_CLI_OUTPUT_CONFIGURATION_MANIFEST_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_CONFIGURATION_MANIFEST_H_

#include <nlohmann/json.hpp>

#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// Returns `config` without the fields that the API server sets. Of the metadata, only the name and the annotation with
// fractions stay: decisions read this annotation.
v1::ClusterSizingConfiguration AsWritten(const v1::ClusterSizingConfiguration& config);

// Returns `config`, a result of AsWritten(), as the API server accepts it: whole numbers are numbers, and a required
// field is there even if it is zero.
nlohmann::ordered_json ManifestJson(const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_CONFIGURATION_MANIFEST_H_
