#include <iostream>
#include <string>
#include <vector>

#include "docs/generate/generator.h"
#include "tests/conformance/vector_file.h"

namespace cpsizer::conformance {
namespace {

std::vector<docs::GeneratedFile> GeneratedVectors() {
  std::vector<docs::GeneratedFile> files;
  for (const VectorFile& vectors : VectorFiles()) files.push_back({vectors.name, vectors.text});
  return files;
}

constexpr docs::Generator kGenerator = {
    "cpsizer-vectors", "Writes the conformance vectors; FOLDER is the folder conformance.", GeneratedVectors};

}  // namespace
}  // namespace cpsizer::conformance

int main(int argc, char** argv) {
  return cpsizer::docs::RunGenerator(cpsizer::conformance::kGenerator,
                                     std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), std::cout,
                                     std::cerr);
}
