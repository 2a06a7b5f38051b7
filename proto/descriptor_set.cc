#include "proto/descriptor_set.h"

#include <cstddef>

extern "C" const char cpsizer_descriptor_set_begin[];
extern "C" const char cpsizer_descriptor_set_end[];

namespace cpsizer {

absl::string_view DescriptorSet() {
  return {cpsizer_descriptor_set_begin, static_cast<size_t>(cpsizer_descriptor_set_end - cpsizer_descriptor_set_begin)};
}

}  // namespace cpsizer
