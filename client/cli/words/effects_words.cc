#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInEffects = "the tables of cpsizer effects";

constexpr Word kEffectsWords[] = {
    kOutputWords,
    {"overwritten", "The annotation of the cluster is not the value that its size sets, and the scheduler replaces it.",
     "To keep the value, remove the effect from the size.", kInEffects},
    {"leftover", "The annotation of the cluster has the value of another size, and its size does not set it.",
     "Set the same effects on each size, or remove the annotation from the cluster.", kInEffects},
    {"own",
     "The size of the cluster does not set the annotation, and no size has its value: a person or a former "
     "configuration has set it.",
     kNoRemedy, kInEffects},
    kColumns,
    {"SIZE SETS", "The value that the effects of the size of the cluster give the annotation.", kNoRemedy, kInEffects},
    {"GOMEMLIMIT", "kasGoMemLimit of the size: the memory from which on the kube-apiserver frees memory more often.",
     kNoRemedy, kInEffects},
    {"OF REQUEST", "GOMEMLIMIT as a part of the memory request of the kube-apiserver.",
     "Above 100%, request more memory or lower kasGoMemLimit.", kInEffects},
    {"OF CAPACITY", "GOMEMLIMIT as a part of the effective memory capacity of the size.",
     "Above 100%, lower kasGoMemLimit.", kInEffects},
    {"RESTARTS", "The components whose pods restart, because their requests or other effects change.", kNoRemedy,
     "the tables of cpsizer diff"},
    {"LEFTOVERS", "The annotations of the size before that stay, because the size after does not set them.",
     "Set the same effects on each size, or remove the annotations from the clusters.", "the tables of cpsizer diff"},
};

}  // namespace

absl::Span<const Word> EffectsWords() {
  return kEffectsWords;
}

}  // namespace cpsizer::cli
