package main

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cpsizer/tests/bench/go-peer/v1"
)

const maxNameBytes = 253

// decision is one decision with the values that explain it.
type decision struct {
	ladder ladder
	demand demands
	choice choice
}

func difference(a, b quantity) quantity {
	return quantity{a.minus(b.amount), a.format}
}

func (d *decision) row(at *capacity, r resource) *v1.SizeResource {
	fits := !at.effective.less(d.demand[r].amount)
	row := &v1.SizeResource{
		Capacity:          at.capacity.canonical(),
		CapacitySource:    v1.SizeCapacitySource_SIZE_CAPACITY_SOURCE_CONFIGURATION,
		Fraction:          at.fraction.canonical(),
		FractionSource:    at.fractionSource,
		EffectiveCapacity: at.effective.canonical(),
		Fits:              &fits,
	}
	if !fits {
		row.Shortfall = difference(d.demand[r], at.effective).canonical()
	}
	return row
}

func (d *decision) assess(row *v1.SizeResource, r resource) *v1.SizeAssessment {
	effective, demand := d.ladder[d.choice.size].resources[r].effective, d.demand[r]
	assessment := &v1.SizeAssessment{
		InPlay:            true,
		Demand:            demand.canonical(),
		SizeAlone:         d.ladder[d.choice.alone[r]].name,
		ExceedsAllSizes:   d.choice.exceeds[r],
		Capacity:          row.Capacity,
		CapacitySource:    row.CapacitySource,
		Fraction:          row.Fraction,
		FractionSource:    row.FractionSource,
		EffectiveCapacity: row.EffectiveCapacity,
		Shortfall:         row.Shortfall,
	}
	var ratio float64
	if *row.Fits {
		headroom := difference(effective, demand)
		assessment.Headroom = headroom.canonical()
		ratio = headroom.float() / demand.float()
	} else {
		ratio = -difference(demand, effective).float() / demand.float()
	}
	if demand.amount != (amount{}) {
		assessment.HeadroomRatio = &ratio
	}
	return assessment
}

// flips returns the demands of one resource at which the response changes, if the demand of the other resource stays
// the same.
func (d *decision) flips(r resource) *v1.SizeResourceFlips {
	flips := &v1.SizeResourceFlips{}
	if d.choice.size < len(d.ladder)-1 {
		flips.GrowsAbove = d.ladder[d.choice.size].resources[r].effective.canonical()
	}
	var shrinks *quantity
	for i := range d.choice.size {
		effective := &d.ladder[i].resources[r].effective
		if d.ladder[i].holds(resources-1-r, &d.demand) && (shrinks == nil || shrinks.less(effective.amount)) {
			shrinks = effective
		}
	}
	if shrinks != nil {
		flips.ShrinksAt = shrinks.canonical()
	}
	return flips
}

func (d *decision) answer(request *v1.RecommendSizeRequest) *v1.RecommendSizeResponse {
	rows := make([]*v1.SizeRow, len(d.ladder))
	for i := range d.ladder {
		size := &d.ladder[i]
		rows[i] = &v1.SizeRow{
			Name:   size.name,
			Memory: d.row(&size.resources[memory], memory),
			Cpu:    d.row(&size.resources[cpu], cpu),
		}
	}
	chosen := rows[d.choice.size]
	outcome := v1.SizeOutcome_SIZE_OUTCOME_RECOMMENDED
	if !d.choice.fits {
		outcome = v1.SizeOutcome_SIZE_OUTCOME_BEST_EFFORT
	}
	return &v1.RecommendSizeResponse{
		RecommendedSize:  chosen.Name,
		Outcome:          outcome,
		Driver:           d.choice.driver,
		Changed:          chosen.Name != request.CurrentSize,
		Summary:          d.summary(),
		Memory:           d.assess(chosen.Memory, memory),
		Cpu:              d.assess(chosen.Cpu, cpu),
		Flips:            &v1.SizeFlips{Memory: d.flips(memory), Cpu: d.flips(cpu)},
		Sizes:            rows,
		ConfigGeneration: request.GetClusterSizingConfiguration().GetMetadata().GetGeneration(),
	}
}

func longNames(cluster *v1.ClusterReference) bool {
	return len(cluster.GetManagementCluster()) > maxNameBytes || len(cluster.GetNamespace()) > maxNameBytes ||
		len(cluster.GetName()) > maxNameBytes
}

// recommendSize decides as cpsizer-server does, if the request has an explicit demand for both resources, and if all
// options have their defaults.
func recommendSize(request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	demand, options := request.GetDemand(), request.GetOptions()
	if demand == nil || demand.Memory == nil || demand.Cpu == nil || len(request.MachineSets) > 0 ||
		options.GetCpuPolicy() != 0 || options.GetHygiene() != 0 || options.GetDetail() == v1.Detail_DETAIL_BRIEF ||
		longNames(request.Cluster) {
		return nil, status.Error(codes.Unimplemented, "the peer decides about explicit demands only")
	}
	var d decision
	var err error
	if d.ladder, err = compile(request.ClusterSizingConfiguration); err != nil {
		return nil, err
	}
	if err := checkOperatorFields(request.ClusterSizingConfiguration); err != nil {
		return nil, err
	}
	for r, text := range [resources]string{*demand.Memory, *demand.Cpu} {
		if d.demand[r], err = parseQuantity(text); err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "%q: %v", text, err)
		}
	}
	if request.CurrentSize != "" && d.ladder.place(request.CurrentSize) < 0 {
		return nil, errFindings
	}
	d.choice = d.ladder.choose(&d.demand)
	return d.answer(request), nil
}
