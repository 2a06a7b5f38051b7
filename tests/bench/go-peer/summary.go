package main

import "cpsizer/tests/bench/go-peer/v1"

var words = [resources]string{"memory", "cpu"}

func appendHuman(text []byte, r resource, q quantity) []byte {
	if r == memory {
		return appendMemory(text, q)
	}
	return appendCPU(text, q)
}

// appendCompared appends a text such as "medium (64Gi x 0.40 = 25.6Gi)".
func (d *decision) appendCompared(text []byte, r resource, place int) []byte {
	at := &d.ladder[place].resources[r]
	text = append(append(text, d.ladder[place].name...), " ("...)
	text = append(appendHuman(text, r, at.capacity), " x "...)
	text = append(appendPlain(text, at.fraction, 2), " = "...)
	begin := len(text)
	text = appendHuman(text, r, at.effective)
	end := len(text)
	text = appendHuman(text, r, d.demand[r])
	same := string(text[begin:end]) == string(text[end:])
	text = text[:end]
	if same && at.effective.amount != d.demand[r].amount {
		text = append(appendPlain(append(text, ", exactly "...), at.effective, 0), " for "...)
		text = appendPlain(text, d.demand[r], 0)
	}
	return append(text, ')')
}

func (d *decision) appendClause(text []byte, r resource) []byte {
	place := d.choice.size
	text = appendHuman(append(append(text, words[r]...), ' '), r, d.demand[r])
	switch {
	case !d.ladder[place].holds(r, &d.demand):
		text = append(d.appendCompared(append(text, " exceeds "...), r, place), " by "...)
		return appendHuman(text, r, difference(d.demand[r], d.ladder[place].resources[r].effective))
	case d.choice.alone[r] != place:
		return append(append(text, " would fit "...), d.ladder[d.choice.alone[r]].name...)
	case place == 0:
		return append(d.appendCompared(append(text, " fits "...), r, place), ", the smallest size"...)
	}
	text = append(d.appendCompared(append(text, " exceeds "...), r, place-1), " and fits "...)
	return d.appendCompared(text, r, place)
}

// summary returns the whole decision in one sentence.
func (d *decision) summary() string {
	text := append(make([]byte, 0, 192), d.ladder[d.choice.size].name...)
	if d.choice.fits {
		text = append(text, ": "...)
	} else {
		text = append(text, ", best effort: "...)
	}
	first := memory
	if d.choice.driver == v1.SizeDriver_SIZE_DRIVER_CPU {
		first = cpu
	}
	text = append(d.appendClause(text, first), "; "...)
	return string(d.appendClause(text, resources-1-first))
}
