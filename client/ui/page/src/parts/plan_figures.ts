// Summary figures of a plan: how long its rollout takes, what it needs and costs. Pure.

import { formatChange, formatCost, formatNumber } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { counted } from '../format/words.ts';
import type { Cost, Rollout } from '../types.ts';
import type { Figure } from './figures.tsx';

export function rolloutFigure(rollout: Rollout | null | undefined): Figure[] {
  if (!rollout) return [];
  const seconds = rollout.atLeastSeconds ?? 0;
  return [{
    label: 'Rollout',
    value: seconds > 0 ? `≥ ${formatDuration(seconds)}` : rollout.clusters ? 'at once' : '–',
    note: `${counted(rollout.clusters ?? 0, 'cluster')}, ${rollout.limit ?? 5} per ${formatDuration(rollout.slidingWindowSeconds ?? 600)}`,
  }];
}

// `sizes` has the node-hours of each size before and after; a size that is not in the configuration has none.
export function nodeHoursFigure(sizes: readonly (readonly [number | undefined, number | undefined])[], before: string): Figure[] {
  if (!sizes.some(([, after]) => after !== undefined)) return [];
  const was = sizes.reduce((sum, [hours]) => sum + (hours ?? 0), 0);
  const is = sizes.reduce((sum, [, hours]) => sum + (hours ?? 0), 0);
  return [{ label: 'Node-hours/day', value: formatNumber(is), note: is === was ? `as ${before}` : `${formatChange(is - was)} vs ${before}` }];
}

// `before` names the present state: `now` or `before`.
export function costFigure(cost: Cost | null | undefined, before: string): Figure[] {
  if (cost?.after === undefined) return [];
  const missing = cost.withoutPrice?.length ? `; no price for ${cost.withoutPrice.join(', ')}` : '';
  const change = cost.difference ? `${formatChange(Math.round(cost.difference))} vs ${before}` : `as ${before}`;
  return [{ label: 'Cost per month', value: formatCost(cost.after), note: change + missing }];
}
