#ifndef CPSIZER_TESTS_MUTATION_MUTANT_H_
#define CPSIZER_TESTS_MUTATION_MUTANT_H_

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <type_traits>

// The functions with which mutate.py replaces operators, conditions, literals, std::min and std::max. They have the
// same results as the original code, except for the one mutant that CPSIZER_MUTANT names. Constant expressions keep
// their value.
namespace cpsizer::mutation {

inline int Chosen() {
  static const char* const text = std::getenv("CPSIZER_MUTANT");
  static const int chosen = text == nullptr ? 0 : std::atoi(text);
  return chosen;
}

// At exit, writes the numbers of the mutants that were reached to the file that CPSIZER_MUTANTS_REACHED names.
struct Reached {
  ~Reached() {
    if (file == nullptr) return;
    std::ofstream out(file);
    for (size_t i = 0; i < mutants.size(); ++i) {
      if (mutants[i]) out << i << '\n';
    }
  }
  const char* file = std::getenv("CPSIZER_MUTANTS_REACHED");
  static inline std::array<std::atomic<bool>, 1 << 16> mutants = {};
};
inline const Reached reached;

inline bool Reach(int mutant) {
  Reached::mutants[static_cast<size_t>(mutant)].store(true, std::memory_order_relaxed);
  return Chosen() == mutant;
}

constexpr bool IsChosen(int mutant) {
  return !std::is_constant_evaluated() && Reach(mutant);
}

constexpr bool Flip(int mutant, bool condition) {
  return IsChosen(mutant) ? !condition : condition;
}

// `to_not` is the mutant that negates the comparison. `to_bound` is the mutant that has another result for equal
// values.
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

// Arithmetic of numbers. The mutant of each operator is the inverse operator.
#define CPSIZER_ARITHMETIC(name, op, contrary, assign, contrary_assign) \
  template <typename A, typename B>                                     \
  constexpr auto name(int mutant, const A& a, const B& b) {             \
    return IsChosen(mutant) ? a contrary b : a op b;                    \
  }                                                                     \
  template <typename A, typename B>                                     \
  constexpr A& name##Assign(int mutant, A& a, const B& b) {             \
    return IsChosen(mutant) ? a contrary_assign b : a assign b;         \
  }
CPSIZER_ARITHMETIC(Plus, +, -, +=, -=)
CPSIZER_ARITHMETIC(Minus, -, +, -=, +=)
CPSIZER_ARITHMETIC(Times, *, /, *=, /=)
CPSIZER_ARITHMETIC(Divide, /, *, /=, *=)
#undef CPSIZER_ARITHMETIC

// Returns a small integer literal; the mutant returns the next integer.
template <typename T>
constexpr T Number(int mutant, T number) {
  return IsChosen(mutant) ? number + 1 : number;
}

template <typename T>
constexpr T Min(int mutant, const T& a, const T& b) {
  return (b < a) != IsChosen(mutant) ? b : a;
}
template <typename T>
constexpr T Max(int mutant, const T& a, const T& b) {
  return (a < b) != IsChosen(mutant) ? b : a;
}

}  // namespace cpsizer::mutation

#endif  // CPSIZER_TESTS_MUTATION_MUTANT_H_
