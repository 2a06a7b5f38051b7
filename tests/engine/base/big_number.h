#ifndef CPSIZER_TESTS_ENGINE_BASE_BIG_NUMBER_H_
#define CPSIZER_TESTS_ENGINE_BASE_BIG_NUMBER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsizer::testing {

// A whole number of any size. It is slow and simple. Tests compare the fast arithmetic with it.
class BigNumber {
 public:
  BigNumber(uint64_t value) {  // NOLINT(google-explicit-constructor): numbers read as numbers
    for (; value != 0; value >>= 32) limbs_.push_back(static_cast<uint32_t>(value));
  }

  friend BigNumber operator+(const BigNumber& a, const BigNumber& b) {
    BigNumber sum(0);
    uint64_t carry = 0;
    for (size_t i = 0; i < a.limbs_.size() || i < b.limbs_.size() || carry != 0; ++i) {
      if (i < a.limbs_.size()) carry += a.limbs_[i];
      if (i < b.limbs_.size()) carry += b.limbs_[i];
      sum.limbs_.push_back(static_cast<uint32_t>(carry));
      carry >>= 32;
    }
    return sum;
  }

  friend BigNumber operator*(const BigNumber& a, const BigNumber& b) {
    BigNumber product(0);
    product.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (size_t i = 0; i < a.limbs_.size(); ++i) {
      uint64_t carry = 0;
      for (size_t j = 0; j < b.limbs_.size() || carry != 0; ++j) {
        uint64_t limb = carry + product.limbs_[i + j];
        if (j < b.limbs_.size()) limb += uint64_t{a.limbs_[i]} * b.limbs_[j];
        product.limbs_[i + j] = static_cast<uint32_t>(limb);
        carry = limb >> 32;
      }
    }
    while (!product.limbs_.empty() && product.limbs_.back() == 0) product.limbs_.pop_back();
    return product;
  }

  friend bool operator<(const BigNumber& a, const BigNumber& b) {
    if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() < b.limbs_.size();
    return std::lexicographical_compare(a.limbs_.rbegin(), a.limbs_.rend(), b.limbs_.rbegin(), b.limbs_.rend());
  }

 private:
  std::vector<uint32_t> limbs_;  // least significant first, no leading zeros
};

// A fraction of two big numbers. It is never reduced.
struct BigRational {
  BigNumber numerator = 0;
  BigNumber denominator = 1;

  friend BigRational operator*(const BigRational& a, const BigRational& b) {
    return {a.numerator * b.numerator, a.denominator * b.denominator};
  }
  friend bool operator<(const BigRational& a, const BigRational& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_BASE_BIG_NUMBER_H_
