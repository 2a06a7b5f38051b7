// The CPU requests of a control plane, scaled to its limit.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Containers } from '../cpu_requests/containers.tsx';
import { requestRows } from '../cpu_requests/rows.ts';
import { Namespaces, Nodes } from '../cpu_requests/totals.tsx';
import { readable } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { FindingsPanel } from '../parts/findings.tsx';
import { Loader, useApi } from '../parts/states.tsx';
import { Text } from '../parts/text.tsx';
import { refreshCount } from '../refresh.ts';
import type { CpuRequests as Data } from '../types_plans.ts';

export function CpuRequests(): JSX.Element {
  const loaded = useApi<Data>('/api/cpu-requests', refreshCount.value);
  return <Loader what="the CPU requests" loaded={loaded}>{(data) => <Loaded data={data} />}</Loader>;
}

function Loaded({ data }: { data: Data }): JSX.Element {
  const rows = useMemo(() => requestRows(data), [data]);
  return (
    <div class="stack cpu-requests">
      <h1>CPU requests of the control plane</h1>
      <Figures label="Summary of the requests" figures={figuresOf(data)} />
      <p class="why"><Text value={data.summary} /></p>
      <FindingsPanel findings={data.findings} />
      <div class="columns">
        <Namespaces data={data} />
        <Nodes data={data} />
      </div>
      {rows.length > 0 && <Containers rows={rows} />}
    </div>
  );
}

// `3.16 CPUs`, `620m CPU`.
function cpus(quantity: string | undefined): string {
  const text = readable('cpu', quantity);
  return `${text} ${text.endsWith('m') || text === '1' ? 'CPU' : 'CPUs'}`;
}

const kOutcomes: Record<string, string> = {
  CPU_REQUESTS_OUTCOME_SCALED: 'the requests to set',
  CPU_REQUESTS_OUTCOME_NO_LIMIT: 'as the default, without a limit',
  CPU_REQUESTS_OUTCOME_LIMIT_NOT_BELOW_DEFAULT: 'as the default, which the limit allows',
};

function figuresOf(data: Data): Figure[] {
  const { fit } = data;
  const limit = data.controlPlaneCPULimit ?? 0;
  const outcome = kOutcomes[data.outcome ?? ''] ?? '';
  const figures: Figure[] = [
    { label: 'Limit', value: limit > 0 ? counted(limit, 'CPU') : 'none', note: `default requests are for ${data.defaultControlPlaneCPUCount ?? 0} CPUs` },
  ];
  if (!fit) return [...figures, { label: 'Requests', value: 'none', note: outcome }];
  figures.push(
    { label: 'Default requests', value: cpus(fit.defaultRequest), note: fit.defaultShortfall ? `${cpus(fit.defaultShortfall)} above the limit` : 'of all pods' },
    { label: 'Scaled requests', value: cpus(fit.scaledRequest), note: outcome },
  );
  if (limit > 0) {
    figures.push({
      label: 'Within the limit', value: fit.fits ? <Badge tone="good">fits</Badge> : <Badge tone="error">too large</Badge>,
      note: fit.fits ? `${cpus(fit.left)} left` : `${cpus(fit.shortfall)} short`,
    });
  }
  return figures;
}
