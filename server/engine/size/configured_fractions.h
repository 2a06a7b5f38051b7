#ifndef CPSIZER_SERVER_ENGINE_SIZE_CONFIGURED_FRACTIONS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_CONFIGURED_FRACTIONS_H_

#include <string>

#include "absl/container/btree_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/read_quantity.h"

namespace cpsizer {

// The annotation of a ClusterSizingConfiguration with fractions. The schema of the HyperShift operator does not have
// all fractions, and the API server drops fields that the schema does not have. The value is a JSON object:
//
//   {"kubeAPIServerCPUFraction": "0.6", "sizes": {"small": {"kubeAPIServerMemoryFraction": "0.5"}}}
//
// The fractions at the top are for all sizes without their own fractions.
inline constexpr absl::string_view kFractionsAnnotation = "cpsizer/fractions";

// The fractions of a configuration, from its spec and from its annotation. A field of the spec has precedence over the
// same field of the annotation.
class ConfiguredFractions {
 public:
  struct Fraction {
    absl::string_view text;
    FieldPath path;
  };

  // Reads the annotation, if there is one. Adds findings about its form and its names of sizes, but not about the
  // values of fractions. `config` must outlive this object, and this object must outlive the fractions that it returns.
  ConfiguredFractions(const v1::ClusterSizingConfiguration& config, Findings& findings);

  // Returns the fraction for all sizes; absent if it is not configured.
  absl::optional<Fraction> OfAllSizes(Resource resource) const;
  // Returns the fraction of the size at `index` in `spec.sizes`; absent if it is not configured.
  absl::optional<Fraction> OfSize(int index, Resource resource) const;
  // Returns whether there is a fraction of this resource, for all sizes or for a single size.
  bool Any(Resource resource) const;

 private:
  // One object of the annotation.
  struct Annotated {
    std::string path;
    PerResource<absl::optional<std::string>> texts;
  };

  const v1::ClusterSizingConfigurationSpec& spec_;
  Annotated all_sizes_;
  absl::btree_map<std::string, Annotated> sizes_;  // by the name of the size

  friend class FractionsReader;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_CONFIGURED_FRACTIONS_H_
