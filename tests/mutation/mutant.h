#ifndef CPSIZER_TESTS_MUTATION_MUTANT_H_
#define CPSIZER_TESTS_MUTATION_MUTANT_H_

#include <cstdlib>
#include <type_traits>

// What mutate.py puts in the place of comparisons and conditions: they say what they said, but for the one mutant that
// CPSIZER_MUTANT names.
namespace cpsizer::mutation {

inline int Chosen() {
  static const char* const text = std::getenv("CPSIZER_MUTANT");
  static const int chosen = text == nullptr ? 0 : std::atoi(text);
  return chosen;
}

// What is known to the compiler stays as it is.
constexpr bool IsChosen(int mutant) {
  return !std::is_constant_evaluated() && Chosen() == mutant;
}

constexpr bool Flip(int mutant, bool condition) {
  return IsChosen(mutant) ? !condition : condition;
}

// `to_not` is the mutant that says the contrary, `to_bound` the one that says something else of two that are equal.
#define CPSIZER_COMPARISON(name, op, op_at_bound)                         \
  template <typename A, typename B>                                       \
  constexpr bool name(int to_not, int to_bound, const A& a, const B& b) { \
    return IsChosen(to_bound) ? a op_at_bound b : Flip(to_not, a op b);   \
  }
CPSIZER_COMPARISON(Less, <, <=)
CPSIZER_COMPARISON(LessOrEqual, <=, <)
CPSIZER_COMPARISON(Greater, >, >=)
CPSIZER_COMPARISON(GreaterOrEqual, >=, >)
#undef CPSIZER_COMPARISON

template <typename A, typename B>
constexpr bool Equal(int to_not, const A& a, const B& b) {
  return Flip(to_not, a == b);
}
template <typename A, typename B>
constexpr bool NotEqual(int to_not, const A& a, const B& b) {
  return Flip(to_not, a != b);
}

}  // namespace cpsizer::mutation

#endif  // CPSIZER_TESTS_MUTATION_MUTANT_H_
