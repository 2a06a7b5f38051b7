#ifndef CPSIZER_DOCS_GENERATE_GENERATOR_H_
#define CPSIZER_DOCS_GENERATE_GENERATOR_H_

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

// The command line of the programs that generate committed files: cpsizer-docs and cpsizer-vectors.
namespace cpsizer::docs {

struct GeneratedFile {
  std::string name;  // relative to the folder
  std::string text;
};

struct Generator {
  absl::string_view program;
  absl::string_view about;  // a sentence for the usage
  std::vector<GeneratedFile> (*files)();
};

// Writes the files of `generator` to the folder that is the only one of `arguments`, or prints the usage for `help`,
// `-h` and `--help`. Returns the exit code: 0, 1 if a file cannot be written, or 2 for other arguments.
inline int RunGenerator(const Generator& generator, const std::vector<std::string>& arguments, std::ostream& out,
                        std::ostream& err) {
  const std::string usage = absl::StrCat("Usage: ", generator.program, " FOLDER\n", generator.about, "\n");
  const std::string argument = arguments.size() == 1 ? arguments.front() : "";
  if (argument == "help" || argument == "-h" || argument == "--help") {
    out << usage;
    return 0;
  }
  if (argument.empty() || absl::StartsWith(argument, "-")) {
    err << usage;
    return 2;
  }
  for (const GeneratedFile& generated : generator.files()) {
    const std::string path = absl::StrCat(argument, "/", generated.name);
    std::ofstream file(path);
    file << generated.text << std::flush;
    if (!file) {
      err << generator.program << ": cannot write " << path << "\n";
      return 1;
    }
  }
  return 0;
}

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_GENERATOR_H_
