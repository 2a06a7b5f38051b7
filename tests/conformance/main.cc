#include <fstream>
#include <iostream>
#include <string>

#include "tests/conformance/vector_file.h"

// Writes the vectors into the folder that the only argument names.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "Usage: cpsizer-vectors FOLDER" << std::endl;
    return 2;
  }
  for (const cpsizer::conformance::VectorFile& vectors : cpsizer::conformance::VectorFiles()) {
    const std::string path = std::string(argv[1]) + "/" + vectors.name;
    std::ofstream file(path);
    file << vectors.text << std::flush;
    if (!file) {
      std::cerr << "cpsizer-vectors: cannot write " << path << std::endl;
      return 1;
    }
  }
  return 0;
}
