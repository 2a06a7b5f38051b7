// The machines of a control plane: whether they change to the next size, and why.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatTime } from '../format/time.ts';
import { enumWords } from '../format/words.ts';
import { prettyJson, samplesOf } from '../machines/triggers.ts';
import { Triggers } from '../machines/triggers.tsx';
import { Badge } from '../parts/badge.tsx';
import { Chart } from '../parts/chart.tsx';
import { CopyBlock } from '../parts/copy_button.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { FindingsPanel } from '../parts/findings.tsx';
import { Loader, useApi } from '../parts/states.tsx';
import { Text } from '../parts/text.tsx';
import { refreshCount } from '../refresh.ts';
import type { Machine } from '../types_plans.ts';

export function Machines(): JSX.Element {
  const loaded = useApi<Machine>('/api/machines', refreshCount.value);
  return <Loader what="the machines" loaded={loaded}>{(machine) => <Loaded machine={machine} />}</Loader>;
}

function Loaded({ machine }: { machine: Machine }): JSX.Element {
  const { degraded } = machine;
  return (
    <div class="stack machines">
      <h1>Machines of the control plane</h1>
      <Figures label="Decision" figures={figuresOf(machine)} />
      <p class="why"><Text value={machine.summary} /></p>
      {degraded?.degraded && <p class="banner error"><strong><Text value={degraded.reason} />.</strong> <Text value={degraded.message} /></p>}
      <Triggers machine={machine} />
      <div class="columns">
        <Utilization machine={machine} resource="cpu" title="CPU utilization" />
        <Utilization machine={machine} resource="memory" title="Memory utilization" />
      </div>
      <FindingsPanel findings={machine.findings} />
      {machine.patch && <section class="panel"><h2>Change</h2><CopyBlock title="JSON Patch of the ControlPlaneMachineSet" text={prettyJson(machine.patch)} /></section>}
    </div>
  );
}

function Outcome({ machine }: { machine: Machine }): JSX.Element {
  if (machine.outcome === 'MACHINE_OUTCOME_HOLD' || !machine.target) return <Badge tone="neutral" sign="=" title="The size stays">stays</Badge>;
  const isUp = machine.outcome === 'MACHINE_OUTCOME_SCALE_UP';
  return <Badge tone={isUp ? 'up' : 'down'} title={isUp ? 'to the next larger size' : 'to the next smaller size'}><Text value={machine.target.name} /></Badge>;
}

function figuresOf(machine: Machine): Figure[] {
  const time = (label: string, value: string | undefined, note?: string): Figure[] =>
    (value ? [{ label, value: <time class="small" dateTime={value}>{formatTime(value)}</time>, note }] : []);
  return [
    { label: 'Now', value: machine.current ? <Text value={machine.current.name} /> : 'unknown size', note: machine.current ? 'requested size' : 'not in the list of the autoscaler' },
    { label: 'Recommended', value: <Outcome machine={machine} />, note: enumWords(machine.reason, 'MACHINE_REASON_') },
    ...time('Next change not before', machine.nextStepTime),
    ...(machine.requeueAfter ? [{ label: 'Decide again after', value: <Text value={machine.requeueAfter} /> }] : []),
    // The response has the state after the change that it recommends.
    ...time('Last change to a larger size', machine.outcome === 'MACHINE_OUTCOME_SCALE_UP' ? undefined : machine.lastScaleUpTime),
    ...time('Last change to a smaller size', machine.outcome === 'MACHINE_OUTCOME_SCALE_DOWN' ? undefined : machine.lastScaleDownTime),
  ];
}

function Utilization({ machine, resource, title }: { machine: Machine; resource: 'cpu' | 'memory'; title: string }): JSX.Element | null {
  const { times, lines } = useMemo(() => samplesOf(machine, resource), [machine, resource]);
  if (times.length < 2) return null;  // the nodes of the triggers have the value
  return (
    <section class="panel">
      <Chart title={title} summary="of each node, in percent, with the thresholds of the triggers" times={times} series={lines} unit="% of the node" format={(value) => `${Number(value.toFixed(1))} %`} />
    </section>
  );
}
