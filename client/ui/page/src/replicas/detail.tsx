// One autoscaler: the proposal of each metric, and what changed it.

import type { JSX } from 'preact';
import { formatNumber } from '../format/quantity.ts';
import { formatTime } from '../format/time.ts';
import { enumWords } from '../format/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Conditions } from '../parts/conditions.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { FindingsPanel } from '../parts/findings.tsx';
import { Name, Text } from '../parts/text.tsx';
import type { ReplicasPods, ReplicasProposal, ReplicasStep } from '../types_replicas.ts';
import { Desired, UsageBar } from './columns.tsx';
import type { ReplicaRow } from './rows.ts';
import { SimulationPanel } from './simulation.tsx';

export function Detail({ row }: { row: ReplicaRow }): JSX.Element {
  const { response } = row.item;
  return (
    <>
      <h1><Name namespace={row.namespace} name={row.name} /></h1>
      <Figures label="Decision" figures={figuresOf(row)} />
      <p class="why"><Text value={row.why} /></p>
      {response?.error && <p class="banner error"><Text value={response.error} /></p>}
      {(response?.metrics?.length ?? 0) > 0 && <Metrics metrics={response!.metrics!} />}
      {(response?.steps?.length ?? 0) > 0 && <Steps steps={response!.steps!} />}
      <FindingsPanel findings={response?.findings} />
      <SimulationPanel namespace={row.namespace} name={row.name} />
      <Conditions title="Conditions after this decision" conditions={response?.status?.conditions} />
    </>
  );
}

function figuresOf(row: ReplicaRow): Figure[] {
  // A rescale sets it to the time of this decision, which did not change anything.
  const last = row.outcome === 'rescale' ? undefined : row.item.response?.status?.lastScaleTime;
  return [
    { label: 'Now', value: row.current === undefined ? '–' : formatNumber(row.current), note: 'replicas' },
    { label: 'Desired', value: <Desired row={row} />, note: row.outcome },
    ...(row.limits ? [{ label: 'Limits', value: row.limits, note: 'minReplicas to maxReplicas' }] : []),
    limitedFigure(row),
    ...(last ? [{ label: 'Last change', value: <time class="small" dateTime={last}>{formatTime(last)}</time> }] : []),
  ];
}

// Without a decision there is nothing that a limit could have changed.
function limitedFigure({ limitedBy, move }: ReplicaRow): Figure {
  const label = 'Limited by';
  if (limitedBy) return { label, value: limitedBy, note: 'changed the proposal' };
  return move === 'none' ? { label, value: '–', note: 'no proposal' } : { label, value: 'nothing', note: 'the proposal applies' };
}

function podsText(pods: ReplicasPods | undefined): string {
  if (!pods) return '–';
  const parts = [['ready', pods.ready], ['not ready', pods.unready], ['missing', pods.missing], ['ignored', pods.ignored]] as const;
  return parts.filter(([, count]) => count).map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}

function Metrics({ metrics }: { metrics: readonly ReplicasProposal[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>Metrics</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Metrics">
        <table class="plain broad metrics">
          <thead>
            <tr>
              <th scope="col">Metric</th><th scope="col" class="num">Proposes</th><th scope="col" class="usage">Usage of target</th><th scope="col" class="num">Target</th>
              <th scope="col">Why</th><th scope="col">Pods</th>
              <th scope="col" class="num" title="The smallest usage above the present one that gives more replicas">Grows at</th>
              <th scope="col" class="num" title="The largest usage below the present one that gives fewer replicas">Shrinks at</th>
            </tr>
          </thead>
          <tbody>{metrics.map((metric) => <MetricRow metric={metric} />)}</tbody>
        </table>
      </div>
    </section>
  );
}

function MetricRow({ metric }: { metric: ReplicasProposal }): JSX.Element {
  return (
    <tr>
      <th scope="row"><Text value={metric.name} /> {metric.wins && <Badge tone="good">decides</Badge>}</th>
      <td class="num">{metric.error ? <Badge tone="error">failed</Badge> : metric.replicas ?? '–'}</td>
      <td class="usage"><UsageBar metric={metric} /></td>
      <td class="num">{metric.target ?? '–'}</td>
      <td><Text value={metric.error || reasonOf(metric)} /></td>
      <td>{podsText(metric.pods)}</td>
      <td class="num">{metric.flips?.growsAt || '–'}</td>
      <td class="num">{metric.flips?.shrinksAt || '–'}</td>
    </tr>
  );
}

function reasonOf(metric: ReplicasProposal): string {
  const kept = enumWords(metric.keptReason, 'REPLICAS_KEPT_REASON_');
  const corrected = metric.correctedRatio === undefined ? '' : `ratio ${formatNumber(metric.correctedRatio)} after the correction for pods without a sample`;
  return [metric.arithmetic || kept, corrected].filter(Boolean).join('; ');
}

// The steps from the proposal to the decision.
function Steps({ steps }: { steps: readonly ReplicasStep[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>What changed the proposal</h2>
      <ol class="steps">
        {steps.map((step) => (
          <li>
            <span class="change">{step.before ?? 0} → {step.after ?? 0}</span> <Badge tone="hold">{enumWords(step.kind, 'REPLICAS_STEP_KIND_')}</Badge>{' '}
            <Text value={step.message} />
          </li>
        ))}
      </ol>
    </section>
  );
}
