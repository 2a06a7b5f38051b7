#include <iostream>
#include <string>
#include <vector>

#include "docs/generate/generator.h"
#include "docs/generate/pages.h"

namespace cpsizer::docs {
namespace {

std::vector<GeneratedFile> PageFiles() {
  std::vector<GeneratedFile> files;
  for (const Page& page : Pages()) files.push_back({std::string(page.file), page.generate()});
  return files;
}

constexpr Generator kGenerator = {
    "cpsizer-docs", "Writes the generated pages and the rules of the Go client; FOLDER is the folder docs.", PageFiles};

}  // namespace
}  // namespace cpsizer::docs

int main(int argc, char** argv) {
  return cpsizer::docs::RunGenerator(cpsizer::docs::kGenerator,
                                     std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), std::cout,
                                     std::cerr);
}
