// The figures of a replay: what is shown for one configuration, or for two with the difference. Pure.

import { formatChange, formatNumber } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { counted, enumWords } from '../format/words.ts';
import type { ClusterTime, FleetFigures, Replay } from '../types_history.ts';

export interface FigureRow {
  name: string;
  // The word of the reference that the figure is about.
  word?: string;
  before: string;
  after: string;
  change: string;
}

// `1 cluster, 4 d 23 h`; an empty text for none.
export function clusterTimeText(time: ClusterTime | undefined): string {
  return time && time.clusters > 0 ? `${counted(time.clusters, 'cluster')}, ${formatDuration(time.seconds)}` : '';
}

// A longer time with its sign: `+4 d 23 h`; an empty text for no change.
export function durationChange(seconds: number): string {
  if (Math.abs(seconds) < 1) return '';
  return `${seconds > 0 ? '+' : '\u2212'}${formatDuration(Math.abs(seconds))}`;
}

type Get<T> = (figures: FleetFigures) => T | undefined;

function numberRow(name: string, replay: Replay, get: Get<number>): FigureRow {
  const before = get(replay.before);
  const after = replay.after && get(replay.after);
  const show = (value: number | undefined): string => (value === undefined ? '–' : formatNumber(value));
  return { name, before: show(before), after: show(after), change: after === undefined ? '' : formatChange(after - (before ?? 0)) };
}

function timeRow(name: string, replay: Replay, get: Get<ClusterTime>): FigureRow {
  const before = get(replay.before);
  const after = replay.after && get(replay.after);
  return {
    name, before: clusterTimeText(before) || '–', after: clusterTimeText(after) || '–',
    change: replay.after ? durationChange((after?.seconds ?? 0) - (before?.seconds ?? 0)) : '',
  };
}

function busiest(figures: FleetFigures | undefined): string {
  return figures?.busiestDay ? `${figures.busiestDay.date}: ${formatNumber(figures.busiestDay.transitions)}` : '–';
}

// The kinds of time without a recommendation that occur with one of the configurations.
function reasonRows(replay: Replay): FigureRow[] {
  const all = [...(replay.before.withoutRecommendation ?? []), ...(replay.after?.withoutRecommendation ?? [])];
  const keys = new Map(all.map((one) => [`${one.outcome} ${one.reason}`, one]));
  return [...keys.values()].map(({ outcome, reason }) => {
    const row = timeRow(enumWords(outcome, 'SIZE_OUTCOME_'), replay, (figures) => figures.withoutRecommendation?.find((one) => one.outcome === outcome && one.reason === reason));
    return { ...row, word: reason };
  });
}

function sizeRows(replay: Replay): FigureRow[] {
  const names = new Set([...(replay.before.sizes ?? []), ...(replay.after?.sizes ?? [])].map((size) => size.name));
  return [...names].map((name) => numberRow(`node-hours of ${name}`, replay, (figures) => figures.sizes?.find((size) => size.name === name)?.nodeHours ?? 0));
}

// Without the price of a size whose node-hours differ, the change of the cost could have the wrong sign.
export function isCostChangeKnown(replay: Replay): boolean {
  return replay.difference === undefined || replay.difference.cost !== undefined;
}

function costRow(replay: Replay): FigureRow {
  const row = numberRow('cost', replay, (figures) => figures.cost);
  return isCostChangeKnown(replay) ? row : { ...row, change: 'unknown' };
}

export function figureRows(replay: Replay): FigureRow[] {
  const hasCost = replay.before.cost !== undefined;
  return [
    numberRow('transitions', replay, (figures) => figures.transitions),
    numberRow('to a larger size', replay, (figures) => figures.increases),
    numberRow('to a smaller size', replay, (figures) => figures.decreases),
    numberRow('transitions per day', replay, (figures) => figures.transitionsPerDay),
    { name: 'busiest day', before: busiest(replay.before), after: busiest(replay.after), change: '' },
    numberRow('reversals', replay, (figures) => figures.reversals),
    numberRow('flapping clusters', replay, (figures) => figures.flappingClusters),
    timeRow('short of memory', replay, (figures) => figures.shortOfMemory),
    timeRow('short of CPU', replay, (figures) => figures.shortOfCpu),
    timeRow('best effort', replay, (figures) => figures.bestEffort),
    ...reasonRows(replay),
    timeRow('without a size', replay, (figures) => figures.withoutSize),
    timeRow('absent', replay, (figures) => figures.absent),
    ...sizeRows(replay),
    numberRow('node-hours', replay, (figures) => figures.nodeHours),
    ...(hasCost ? [costRow(replay)] : []),
  ];
}
