package main

import (
	"errors"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

type format uint8

const (
	decimalSI format = iota
	binarySI
	decimalExponent
)

// quantity is a quantity in the Kubernetes grammar.
type quantity struct {
	amount
	format format
}

const (
	maxQuantityBytes = 64
	maxExponent      = 4096
	shortDigits      = 18 // the number of digits that a 64-bit number always holds
	binaryPrefixes   = "KMGTPE"
	decimalPrefixes  = "num kMGTPE"
)

var (
	errQuantity = errors.New("no quantity")
	errRange    = errors.New("out of range")
)

var powersOfTen = func() (powers [20]uint64) {
	powers[0] = 1
	for i := 1; i < len(powers); i++ {
		powers[i] = powers[i-1] * 10
	}
	return powers
}()

// scale is the factor of a suffix: 2^binary x 10^decimal.
type scale struct {
	binary, decimal int
	format          format
}

func parseSuffix(text string) (scale, error) {
	switch {
	case text == "":
		return scale{}, nil
	case len(text) == 2 && text[1] == 'i':
		if power := strings.IndexByte(binaryPrefixes, text[0]); power >= 0 {
			return scale{10 * (power + 1), 0, binarySI}, nil
		}
	case len(text) == 1 && text[0] != ' ':
		if power := strings.IndexByte(decimalPrefixes, text[0]); power >= 0 {
			return scale{0, 3 * (power - 3), decimalSI}, nil
		}
	case text[0] == 'e' || text[0] == 'E':
		if exponent, err := strconv.Atoi(text[1:]); err == nil && -maxExponent <= exponent && exponent <= maxExponent {
			return scale{0, exponent, decimalExponent}, nil
		}
	}
	return scale{}, errQuantity
}

// parseQuantity reads a non-negative amount. An amount between two nano-units is rounded up.
func parseQuantity(text string) (quantity, error) {
	if len(text) > maxQuantityBytes {
		return quantity{}, errQuantity
	}
	text = strings.TrimPrefix(text, "+")
	var mantissa uint64
	end, digits, point := 0, 0, -1
	for ; end < len(text); end++ {
		if c := text[end] - '0'; c <= 9 {
			mantissa = mantissa*10 + uint64(c)
			digits++
		} else if text[end] == '.' && point < 0 {
			point = end
		} else {
			break
		}
	}
	suffix, err := parseSuffix(text[end:])
	if err != nil || digits == 0 {
		return quantity{}, errQuantity
	}
	decimals := 0
	if point >= 0 {
		decimals = end - point - 1
	}
	// The amount is mantissa x 2^binary x 10^power nano-units.
	power := 9 + suffix.decimal - decimals
	var nanos amount
	if digits <= shortDigits && power >= 0 && power < len(powersOfTen) {
		shifted := amount{mantissa >> (64 - suffix.binary), mantissa << suffix.binary}
		var fits bool
		if nanos, fits = shifted.times(powersOfTen[power]); !fits {
			return quantity{}, errRange
		}
	} else if nanos, err = longAmount(strings.Replace(text[:end], ".", "", 1), suffix.binary, power); err != nil {
		return quantity{}, err
	}
	if mostNanos.less(nanos) {
		return quantity{}, errRange
	}
	// As in Kubernetes, an amount between zero and one has no binary suffix in its canonical text.
	if suffix.format == binarySI && nanos != (amount{}) && nanos.high == 0 && nanos.low < nanosPerUnit {
		suffix.format = decimalSI
	}
	return quantity{nanos, suffix.format}, nil
}

// longAmount returns digits x 2^binary x 10^power, rounded up, for any number of digits.
func longAmount(digits string, binary, power int) (amount, error) {
	value, _ := new(big.Int).SetString(digits, 10)
	value.Lsh(value, uint(binary))
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(power, -power))), nil)
	if power >= 0 {
		value.Mul(value, ten)
	} else {
		var rest big.Int
		if value.QuoRem(value, ten, &rest); rest.Sign() > 0 {
			value.Add(value, big.NewInt(1))
		}
	}
	if value.BitLen() > 128 {
		return amount{}, errRange
	}
	low := new(big.Int).And(value, new(big.Int).SetUint64(^uint64(0)))
	return amount{value.Rsh(value, 64).Uint64(), low.Uint64()}, nil
}

// canonical returns the canonical text of Kubernetes.
func (q quantity) canonical() string {
	var buffer [48]byte
	text := buffer[:0]
	units, nanos := q.split()
	switch {
	case units == 0 && nanos == 0:
		return "0"
	case q.format == binarySI && nanos == 0 && units >= 1024:
		power := min(len(binaryPrefixes), bits.TrailingZeros64(units)/10)
		text = strconv.AppendUint(text, units>>(10*power), 10)
		if power > 0 {
			text = append(text, binaryPrefixes[power-1], 'i')
		}
		return string(text)
	}
	exponent := 0
	if nanos == 0 {
		for ; units%1000 == 0; units /= 1000 {
			exponent += 3
		}
		text = strconv.AppendUint(text, units, 10)
	} else {
		for exponent = -9; nanos%1000 == 0; nanos /= 1000 {
			exponent += 3
		}
		if units == 0 {
			text = strconv.AppendUint(text, nanos, 10)
		} else {
			text = appendPadded(strconv.AppendUint(text, units, 10), nanos, -exponent)
		}
	}
	if exponent != 0 && q.format == decimalExponent {
		text = strconv.AppendInt(append(text, 'e'), int64(exponent), 10)
	} else if exponent != 0 {
		text = append(text, decimalPrefixes[exponent/3+3])
	}
	return string(text)
}
