package main

import (
	"math"
	"math/bits"
)

const nanosPerUnit = 1_000_000_000

// amount is an exact, non-negative amount in nano-units. It has 128 bits, so that 2^63-1 units multiplied by the
// nano-units of a fraction fit.
type amount struct{ high, low uint64 }

// mostNanos is the largest amount: 2^63-1 units.
var mostNanos, _ = amount{0, math.MaxInt64}.times(nanosPerUnit)

func (a amount) less(b amount) bool {
	return a.high < b.high || a.high == b.high && a.low < b.low
}

// minus returns a - b. b must be at most a.
func (a amount) minus(b amount) amount {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	high, _ := bits.Sub64(a.high, b.high, borrow)
	return amount{high, low}
}

// times returns the product, and whether the product fits into an amount.
func (a amount) times(factor uint64) (amount, bool) {
	carry, low := bits.Mul64(a.low, factor)
	overflow, high := bits.Mul64(a.high, factor)
	sum, more := bits.Add64(high, carry, 0)
	return amount{sum, low}, overflow == 0 && more == 0
}

// split returns the whole units and the remaining nano-units. The amount must be less than 2^64 units.
func (a amount) split() (units, nanos uint64) {
	return bits.Div64(a.high, a.low, nanosPerUnit)
}

// share multiplies a by a fraction and rounds down. The fraction is in nano-units and is at most one.
func (a amount) share(fraction amount) amount {
	product, _ := a.times(fraction.low)
	high, rest := product.high/nanosPerUnit, product.high%nanosPerUnit
	low, _ := bits.Div64(rest, product.low, nanosPerUnit)
	return amount{high, low}
}

// float returns the nearest double.
func (a amount) float() float64 {
	if a.high == 0 {
		return float64(a.low)
	}
	shift := 64 - bits.LeadingZeros64(a.high)
	top := a.high<<(64-shift) | a.low>>shift
	if a.low<<(64-shift) != 0 {
		top |= 1 // the bits that are shifted out matter only for rounding a tie
	}
	return math.Ldexp(float64(top), shift)
}
