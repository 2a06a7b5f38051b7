#include "server/engine/replicas/flips.h"

#include <algorithm>

namespace cpsizer {
namespace {

// Returns `guess` as a usage from `least` to `most`; `least` for NaN.
int64_t Near(double guess, int64_t least, int64_t most) {
  if (!(guess > static_cast<double>(least))) return least;
  return guess >= static_cast<double>(most) ? most : static_cast<int64_t>(guess);
}

// Returns the first usage from `least` to `most` for which `holds` returns true, or most + 1 if there is no such usage.
// Requires least <= most. Requires that if `holds` is true for a usage, it is also true for all larger usages. Calls
// `holds` only a few times if the result is near `guess`, and never more than about a hundred times.
template <typename Holds>
int64_t FirstUsage(int64_t least, int64_t most, double guess, const Holds& holds) {
  int64_t low = least;      // `holds` is false for all usages below `low`
  int64_t high = most + 1;  // `holds` is true for all usages from `high` on
  const auto ask = [&](int64_t usage) {
    const bool held = holds(usage);
    (held ? high : low) = held ? usage : usage + 1;
    return held;
  };
  const bool down = ask(Near(guess, least, most));
  int64_t step = 1;
  while (low < high) {
    const bool far = high - low > step;
    const int64_t next = down ? (far ? high - step : low) : (far ? low + step - 1 : high - 1);
    if (ask(next) != down) break;
    step = step > most / 4 ? most : 4 * step;
  }
  while (low < high) ask(low + (high - low) / 2);
  return high;
}

class FlipFinder {
 public:
  // Requires that the usage of the curve is from 0 to most().
  FlipFinder(const ProposalCurve& curve, const Tolerances& tolerances)
      : curve_(curve), usage_(curve.usage()), most_(curve.most()), now_(curve.At(usage_)) {
    // If the ratios of a side are corrected, the side ends where the usage equals the target. If not, the side ends
    // where the tolerance ends.
    const double down = curve.At(0).corrected.has_value() ? 1.0 : 1.0 - tolerances.down;
    const double up = curve.At(most_).corrected.has_value() ? 1.0 : 1.0 + tolerances.up;
    begins_[0] = 0;
    begins_[1] = BeginOf(Side::kHeld, down);
    begins_[2] = BeginOf(Side::kAbove, up);
    begins_[3] = most_ + 1;
  }

  absl::optional<int64_t> Growing() const {
    const auto more = [this](int64_t usage) { return curve_.At(usage).replicas > now_.replicas; };
    for (int side = SideNow(); side <= kLast; ++side) {
      const int64_t begin = std::max(begins_[side], usage_ + 1);
      const int64_t end = begins_[side + 1] - 1;
      if (begin <= end && more(end)) return FirstUsage(begin, end, Guess(now_.replicas, begin, side), more);
    }
    return absl::nullopt;
  }

  absl::optional<int64_t> Shrinking() const {
    const auto no_fewer = [this](int64_t usage) { return curve_.At(usage).replicas >= now_.replicas; };
    for (int side = SideNow(); side >= 0; --side) {
      const int64_t begin = begins_[side];
      const int64_t end = std::min(begins_[side + 1], usage_) - 1;
      if (begin > end || no_fewer(begin)) continue;
      return FirstUsage(begin, end, Guess(now_.replicas - 1.0, begin, side), no_fewer) - 1;
    }
    return absl::nullopt;
  }

 private:
  static constexpr int kLast = static_cast<int>(Side::kAbove);

  int SideNow() const { return static_cast<int>(SideOf(now_)); }

  int64_t BeginOf(Side side, double ratio) const {
    const auto reached = [this, side](int64_t usage) { return SideOf(curve_.At(usage)) >= side; };
    // The third argument is only a first guess: the usage at which the ratio, before its correction, equals `ratio`.
    return FirstUsage(0, most_, curve_.UsageAt(ratio, Side::kHeld), reached);
  }

  // Returns approximately the usage that results in `replicas`.
  double Guess(double replicas, int64_t begin, int side) const {
    const auto count = static_cast<double>(curve_.At(begin).count);
    return curve_.UsageAt(replicas / count, static_cast<Side>(side));
  }

  const ProposalCurve& curve_;
  const int64_t usage_;
  const int64_t most_;
  const Outcome now_;
  // The first usage of each side, followed by the first usage after the last side.
  int64_t begins_[kLast + 2];
};

}  // namespace

Flips FindFlips(const ProposalCurve& curve, const Tolerances& tolerances) {
  if (curve.usage() < 0 || curve.usage() > curve.most()) return {};
  const FlipFinder finder(curve, tolerances);
  Flips flips = {finder.Growing(), finder.Shrinking()};
  for (absl::optional<int64_t>* usage : {&flips.grows_at, &flips.shrinks_at}) {
    if (usage->has_value()) *usage = curve.ReportedAt(**usage);
  }
  return flips;
}

}  // namespace cpsizer
