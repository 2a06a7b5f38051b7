// The charts of a replay.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { Chart } from '../parts/chart.tsx';
import type { ReplaySeries } from '../types_history.ts';
import { sizeLines, sizeNames, slotsOfStep, timesOf, transitionLines } from './series.ts';

export function Charts({ series }: { series: ReplaySeries }): JSX.Element {
  const { times, before, after } = useMemo(() => {
    const all = sizeNames(series);
    return { times: timesOf(series), before: sizeLines(series.before, all), after: series.after && sizeLines(series.after, all) };
  }, [series]);
  const each = `in each ${formatDuration(series.stepSeconds)}`;
  const isCompared = after !== undefined;
  return (
    <>
      <div class="columns">
        <section class="panel">
          <Chart title={isCompared ? 'Clusters per size, present configuration' : 'Clusters per size'} summary={`mean number ${each}`} times={times} series={before} isStacked unit="clusters" steps="count" format={formatNumber} />
        </section>
        {after && (
          <section class="panel">
            <Chart title="Clusters per size, edited configuration" summary={`mean number ${each}`} times={times} series={after} isStacked unit="clusters" steps="count" format={formatNumber} />
          </section>
        )}
      </div>
      <Transitions series={series} />
    </>
  );
}

function Transitions({ series }: { series: ReplaySeries }): JSX.Element {
  const slots = slotsOfStep(series);
  const times = useMemo(() => timesOf(series, slots), [series]);
  const lines = useMemo(() => transitionLines(series, slots).map((line) => ({ ...line, isStepped: true })), [series]);
  return (
    <section class="panel">
      <Chart title="Transitions" summary={`in each ${formatDuration(series.stepSeconds * slots)}`} times={times} series={lines} unit="transitions" steps="count" format={formatNumber} height={190} />
    </section>
  );
}
