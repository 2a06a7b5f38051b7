#include "client/sidecar/control/log.h"

#include <algorithm>

namespace cpsizer::sidecar {

std::vector<LogField> WithoutEmpty(std::vector<LogField> fields) {
  fields.erase(std::remove_if(fields.begin(), fields.end(), [](const LogField& field) { return field.value.empty(); }),
               fields.end());
  return fields;
}

}  // namespace cpsizer::sidecar
