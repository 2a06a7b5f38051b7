#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "client/objects/escape.h"
#include "client/objects/inventory_builder.h"
#include "client/objects/problem_list.h"

namespace {

using cpsizer::objects::CheckedObject;
using cpsizer::objects::Escape;
using cpsizer::objects::FileProblem;
using cpsizer::objects::Inventory;

// Requires that `text` can be printed unescaped. Text of a file must be escaped before it is printed on a terminal.
void MustBeSafeToPrint(const std::string& text) {
  if (Escape(text) != text) std::abort();
}

void MustHaveAPlace(const CheckedObject& found) {
  for (const cpsizer::v1::Finding& finding : found.unknown_fields) {
    for (const std::string& text : {finding.path(), finding.value(), finding.message(), finding.remedy()}) {
      MustBeSafeToPrint(text);
    }
    if (found.PositionOf(finding.path()).line < 1) std::abort();
  }
}

void CheckPromises(const Inventory& inventory) {
  for (const FileProblem& problem : inventory.problems) {
    if (problem.message.empty() || problem.position.line < 0 || problem.position.column < 0) std::abort();
    MustBeSafeToPrint(problem.message);
  }
  for (const CheckedObject& found : inventory.configurations) MustHaveAPlace(found);
  for (const CheckedObject& found : inventory.replicas.autoscalers) MustHaveAPlace(found);
  for (const CheckedObject& found : inventory.cpu.kubelet_configs) MustHaveAPlace(found);
  for (const CheckedObject& found : inventory.machines.autoscalers) MustHaveAPlace(found);
  for (const CheckedObject& found : inventory.machines.authentications) MustHaveAPlace(found);
}

}  // namespace

// Reads the bytes of a file, as YAML or JSON, into objects.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  for (const cpsizer::objects::KindSet& kinds :
       {cpsizer::objects::kSizingKinds, cpsizer::objects::kReplicaKinds, cpsizer::objects::kValidatedKinds,
        cpsizer::objects::kCpuRequestKinds}) {
    cpsizer::objects::InventoryBuilder builder(kinds);
    cpsizer::objects::ProblemList problems("file", builder.inventory().problems);
    builder.AddFile(absl::string_view(reinterpret_cast<const char*>(data), size), problems);
    CheckPromises(builder.Finish());
  }
  return 0;
}
