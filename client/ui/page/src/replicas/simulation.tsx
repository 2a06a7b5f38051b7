// Simulates an autoscaler with a series that the user pastes or drops.

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { isAbort, messageOf, post } from '../api.ts';
import { formatMemory, formatNumber } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { Chart } from '../parts/chart.tsx';
import { Notes } from '../parts/states.tsx';
import { Lines, Text } from '../parts/text.tsx';
import type { SimulatedRow, Simulation } from '../types_replicas.ts';
import { stepWords } from './rows.ts';
import { formatOf, measuredUnit, kExampleSeries, kLargestSeries, simulationLines } from './series.ts';

interface State { result?: Simulation; error?: string; isRunning?: boolean }

export function SimulationPanel({ namespace, name }: { namespace: string; name: string }): JSX.Element {
  const [series, setSeries] = useState('');
  const [state, setState] = useState<State>({});
  const [isOver, setOver] = useState(false);
  const last = useRef<AbortController | undefined>(undefined);
  const run = async (text: string): Promise<void> => {
    setSeries(text);
    last.current?.abort();
    const controller = new AbortController();
    last.current = controller;
    if (text.length > kLargestSeries) return setState({ error: `The series is longer than ${formatNumber(kLargestSeries)} bytes.` });
    setState((before) => ({ ...before, isRunning: true }));
    try {
      setState({ result: await post<Simulation>('/api/replicas/simulate', { namespace, name, series: text }, controller.signal) });
    } catch (error) {
      if (!isAbort(error)) setState({ error: messageOf(error) });
    }
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > kLargestSeries) setState({ error: `${file.name} is larger than ${formatNumber(kLargestSeries)} bytes.` });
    else await run(await file.text());
  };
  return (
    <section class={`panel simulation${isOver ? ' over' : ''}`} onDragOver={(event) => { event.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)} onDrop={(event) => { event.preventDefault(); setOver(false); void read(event.dataTransfer?.files[0]); }}>
      <h2>Simulation</h2>
      <p class="muted" id="series-help">
        Paste or drop a CSV file: a column <code>time</code>, and one for each metric with the value of each pod (<code>cpu</code>), or{' '}
        <code>total cpu</code> for a load that all pods share. A column <code>pods</code> in the first row sets the pods at the beginning.
      </p>
      <div class="series">
        <label><span class="hidden-text">Series</span>
          <textarea rows={6} value={series} spellcheck={false} aria-describedby="series-help" placeholder={kExampleSeries} onInput={(event) => setSeries(event.currentTarget.value)} />
        </label>
        <div class="tools">
          <button type="button" class="primary" disabled={!series.trim()} onClick={() => void run(series)}>Simulate</button>
          <label class="file"><span>Open a file …</span><input type="file" accept=".csv,text/csv,text/plain" onChange={(event) => { void read(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} /></label>
          <button type="button" onClick={() => void run(kExampleSeries)}>Use an example</button>
        </div>
      </div>
      <div role="status">{state.isRunning && <p class="muted">Simulating …</p>}</div>
      {state.error && <p class="banner error" role="alert"><Lines value={state.error} /></p>}
      {state.result && !state.error && <><Notes notes={state.result.notes} /><Result result={state.result} /></>}
    </section>
  );
}

function Result({ result }: { result: Simulation }): JSX.Element {
  const lines = useMemo(() => simulationLines(result), [result]);
  const format = useMemo(() => formatOf(result), [result]);
  const replicas = useMemo(() => lines.replicas.map((line) => ({ ...line, isStepped: true })), [lines]);
  return (
    <div class="stack">
      <p class="why" role="status"><Text value={result.summary} /></p>
      <Chart title="Replicas" summary={`${counted(result.rows.length, 'decision')}, ${counted(result.changes ?? 0, 'change')}, ${counted(result.turns ?? 0, 'reversal')}`}
        times={lines.times} series={replicas} isDate={lines.isDate} unit="replicas" steps="count" format={formatNumber} />
      {lines.measured.length > 0 && (
        <Chart title="Measured" summary="the value that the metric has for each pod" times={lines.times} series={lines.measured} isDate={lines.isDate} unit={measuredUnit(result, format)} steps={format === formatMemory ? 'bytes' : undefined} format={format} height={180} />
      )}
      <Rows rows={result.rows} />
    </div>
  );
}

const kMostRows = 500;

// The decisions in which something changes or is limited.
function Rows({ rows }: { rows: readonly SimulatedRow[] }): JSX.Element {
  const notable = rows.filter((row) => row.desiredReplicas !== row.pods || (row.steps?.length ?? 0) > 0 || row.outcome === 'REPLICAS_OUTCOME_METRICS_FAILED');
  if (notable.length === 0) return <p class="muted">No decision changes the number of replicas.</p>;
  return (
    <>
      <h3>Decisions that change or limit the number{notable.length > kMostRows && `, the first ${kMostRows} of ${formatNumber(notable.length)}`}</h3>
      <div class="scroller" tabIndex={0} role="region" aria-label="Decisions of the simulation">
        <table class="plain broad">
          <thead><tr><th scope="col">Time</th><th scope="col" class="num">Pods</th><th scope="col" class="num">Proposed</th><th scope="col" class="num">Desired</th><th scope="col">Limited by</th><th scope="col">Why</th></tr></thead>
          <tbody>
            {notable.slice(0, kMostRows).map((row) => (
              <tr>
                <th scope="row"><Text value={row.time} /></th>
                <td class="num">{row.pods}{row.readyPods !== row.pods && ` (${row.readyPods} ready)`}</td>
                <td class="num">{row.proposal ?? '–'}</td>
                <td class="num">{row.desiredReplicas > row.pods ? '▲ ' : row.desiredReplicas < row.pods ? '▼ ' : ''}{row.desiredReplicas}</td>
                <td>{stepWords(row.steps) || '–'}</td>
                <td><Text value={row.summary} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
