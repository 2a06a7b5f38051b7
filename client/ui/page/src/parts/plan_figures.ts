// Summary figures of a plan: how long its rollout takes, what it needs and costs. Pure.

import { formatChange, formatCost, formatNumber } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { shownOf } from '../format/words.ts';
import type { Cost, Rollout } from '../types.ts';
import type { Figure } from './figures.tsx';

// The clusters with another recommended size that the rollout leaves out, and why.
export function restOf(rollout: Rollout): [count: number, words: string][] {
  const all: [number | undefined, string][] = [
    [rollout.neverMove, 'never moving'], [rollout.paused, 'paused'], [rollout.overridden, 'with an override'], [rollout.notOptedIn, 'not opted in'],
  ];
  return all.flatMap(([count, words]) => (count ? [[count, words] as [number, string]] : []));
}

// `3 clusters`, or `3 of 4 clusters` if others have another recommended size too.
export function movingText(rollout: Rollout): string {
  const moving = rollout.clusters ?? 0;
  return shownOf(moving, moving + restOf(rollout).reduce((sum, [count]) => sum + count, 0), 'cluster');
}

// How fast clusters move, or why they do not.
export function paceText(rollout: Rollout): string {
  if (rollout.neverMoveReason) return `scheduled clusters never move: ${rollout.neverMoveReason}`;
  return `${rollout.limit ?? 5} per ${formatDuration(rollout.slidingWindowSeconds ?? 600)}`;
}

export function rolloutFigure(rollout: Rollout | null | undefined): Figure[] {
  if (!rollout) return [];
  const seconds = rollout.atLeastSeconds ?? 0;
  const rest = restOf(rollout).map(([count, words]) => `${formatNumber(count)} ${words}`);
  return [{
    label: 'Rollout',
    value: seconds > 0 ? `≥ ${formatDuration(seconds)}` : rollout.clusters ? 'at once' : '–',
    note: `${movingText(rollout)}, ${paceText(rollout)}${rest.length > 0 ? `; ${rest.join(', ')}` : ''}`,
  }];
}

// `sizes` has the node-hours of each size before and after; a size that is not in the configuration has none.
export function nodeHoursFigure(sizes: readonly (readonly [number | undefined, number | undefined])[], before: string): Figure[] {
  if (!sizes.some(([, after]) => after !== undefined)) return [];
  const was = sizes.reduce((sum, [hours]) => sum + (hours ?? 0), 0);
  const is = sizes.reduce((sum, [, hours]) => sum + (hours ?? 0), 0);
  return [{ label: 'Node-hours/day', value: formatNumber(is), note: is === was ? `as ${before}` : `${formatChange(is - was)} vs ${before}` }];
}

// Returns the sizes whose nodes a cost leaves out, in words.
export function withoutPriceText(sizes: readonly string[] | undefined): string {
  return sizes?.length ? `no price for ${sizes.join(', ')}` : '';
}

// `before` names the present state: `now` or `before`. `hasEdits`: prices are not those of --price.
export function costFigure(cost: Cost | null | undefined, before: string, hasEdits = false): Figure[] {
  if (cost?.after === undefined) return [];
  const change = cost.difference === undefined ? '' : cost.difference ? `${formatChange(Math.round(cost.difference))} vs ${before}` : `as ${before}`;
  const notes = [change, withoutPriceText(cost.withoutPrice), hasEdits ? 'edited prices' : ''];
  return [{ label: 'Cost per month', value: formatCost(cost.after), note: notes.filter(Boolean).join('; ') }];
}
