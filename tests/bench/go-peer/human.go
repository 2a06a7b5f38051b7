package main

import (
	"math/bits"
	"strconv"
)

// appendPadded appends `number` with exactly `width` digits.
func appendPadded(text []byte, number uint64, width int) []byte {
	for divisor := powersOfTen[width-1]; divisor > 0; divisor /= 10 {
		text = append(text, byte('0'+number/divisor%10))
	}
	return text
}

// appendDecimals appends a decimal point and `digits` decimals. It leaves out trailing zeros, but writes at least
// `least` decimals.
func appendDecimals(text []byte, decimals uint64, digits, least int) []byte {
	for ; digits > least && decimals%10 == 0; digits-- {
		decimals /= 10
	}
	if digits == 0 {
		return text
	}
	return appendPadded(append(text, '.'), decimals, digits)
}

func appendThousandths(text []byte, whole, thousandths uint64) []byte {
	return appendDecimals(strconv.AppendUint(text, whole, 10), thousandths, 3, 0)
}

// appendMemory appends an amount of memory in the largest binary unit that is not larger than the amount, with up to
// three decimals, rounded down.
func appendMemory(text []byte, q quantity) []byte {
	units, nanos := q.split()
	power := 0
	for power < len(binaryPrefixes) && units>>(10*(power+1)) != 0 {
		power++
	}
	// units x 1,000 may need more than 64 bits.
	high, low := bits.Mul64(units, 1000)
	low, carry := bits.Add64(low, nanos/1_000_000, 0)
	high += carry
	thousandths := high<<(64-10*power) | low>>(10*power)
	if thousandths == 0 {
		return append(text, q.canonical()...)
	}
	whole := units >> (10 * power)
	text = appendThousandths(text, whole, thousandths-whole*1000)
	if power > 0 {
		text = append(text, binaryPrefixes[power-1], 'i')
	}
	return text
}

// appendCPU appends cores, or millicores if there is less than one core, with up to three decimals, rounded down.
func appendCPU(text []byte, q quantity) []byte {
	units, nanos := q.split()
	switch {
	case units == 0 && nanos < 1000:
		return append(text, q.canonical()...)
	case units == 0:
		return append(appendThousandths(text, nanos/1_000_000, nanos/1000%1000), 'm')
	}
	return appendThousandths(text, units, nanos/1_000_000)
}

// appendPlain appends all digits, with at least `least` decimals.
func appendPlain(text []byte, q quantity, least int) []byte {
	units, nanos := q.split()
	return appendDecimals(strconv.AppendUint(text, units, 10), nanos, 9, least)
}
