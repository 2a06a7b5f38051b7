#include <fstream>
#include <iostream>
#include <string>

#include "docs/generate/pages.h"

// Writes the generated pages to the folder that is the only argument.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "Usage: cpsizer-docs FOLDER" << std::endl;
    return 2;
  }
  for (const cpsizer::docs::Page& page : cpsizer::docs::Pages()) {
    const std::string path = std::string(argv[1]) + "/" + std::string(page.file);
    std::ofstream file(path);
    file << page.generate() << std::flush;
    if (!file) {
      std::cerr << "cpsizer-docs: cannot write " << path << std::endl;
      return 1;
    }
  }
  return 0;
}
