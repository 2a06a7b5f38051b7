package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cpsizer/tests/bench/go-peer/v1"
)

// errFindings is returned for a configuration with findings. cpsizer-server returns texts for the findings. The peer
// makes the same checks but has no texts, so it responds only if there are no findings.
var errFindings = status.Error(codes.Unimplemented, "the configuration has findings")

func alphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// validName returns whether `name` is a valid value of a label and a valid reason of a condition.
func validName(name string) bool {
	if name == "" || len(name) > 63 || !alphanumeric(name[len(name)-1]) || name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if !alphanumeric(name[i]) && (name[i] != '_' || i == 0) {
			return false
		}
	}
	return true
}

func validMemoryLimit(text string) bool {
	digits := strings.TrimRight(text, "KMGTPEiB")
	bytes, err := strconv.ParseUint(digits, 10, 63)
	if err != nil {
		return text == "off"
	}
	unit := slices.Index([]string{"", "B", "KiB", "MiB", "GiB", "TiB"}, text[len(digits):])
	return unit >= 0 && bytes<<(10*max(unit-1, 0))>>(10*max(unit-1, 0)) == bytes
}

func validEffects(effects *v1.Effects) bool {
	if effects == nil {
		return true
	}
	if effects.KasGoMemLimit != nil && !validMemoryLimit(*effects.KasGoMemLimit) {
		return false
	}
	if effects.MachineHealthCheckTimeout != nil {
		if _, err := time.ParseDuration(*effects.MachineHealthCheckTimeout); err != nil {
			return false
		}
	}
	return effects.GetMaximumRequestsInflight() >= 0 && effects.GetMaximumMutatingRequestsInflight() >= 0 &&
		len(effects.ResourceRequests) == 0
}

// validCriteria returns whether the intervals of node counts cover all numbers from 0 without a gap or an overlap.
func validCriteria(sizes []*v1.SizeConfiguration) bool {
	type interval struct{ from, to int64 }
	intervals := make([]interval, 0, 8)
	for _, size := range sizes {
		to := int64(math.MaxInt64)
		if criteria := size.Criteria; criteria != nil && criteria.To != nil {
			to = int64(*criteria.To)
		}
		intervals = append(intervals, interval{int64(size.GetCriteria().GetFrom()), to})
	}
	slices.SortFunc(intervals, func(a, b interval) int { return cmp.Compare(a.from, b.from) })
	next := int64(0)
	for i, interval := range intervals {
		last := i == len(intervals)-1
		if interval.from != next || interval.to < interval.from || (interval.to == math.MaxInt64) != last {
			return false
		}
		next = interval.to + 1
	}
	return true
}

// checkOperatorFields checks all fields of a configuration that no decision depends on. It does not read fields that
// the configurations of the benchmark do not have.
func checkOperatorFields(config *v1.ClusterSizingConfiguration) error {
	name, spec := config.GetMetadata().GetName(), config.GetSpec()
	if name != "" && name != "cluster" || !validCriteria(spec.GetSizes()) || spec.GetConcurrency() != nil ||
		spec.GetTransitionDelay() != nil || spec.GetNonRequestServingNodesBufferPerZone() != "" {
		return errFindings
	}
	for _, size := range spec.GetSizes() {
		if !validEffects(size.Effects) || size.Management != nil {
			return errFindings
		}
	}
	return nil
}
