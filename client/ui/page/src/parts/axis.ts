// The labels of axes. Those of a time axis have 24 hours, and dates in the order of ISO 8601. Pure.

import { formatTime } from '../format/time.ts';

const kDay = 86_400;
const kMinute = 60;

// `step` is the time between two labels, in seconds. The date is written where it changes, on a second line.
export function timeLabels(times: readonly number[], step: number, isUtc = false): string[] {
  let last = '';
  return times.map((time) => {
    const [date, clock] = formatTime(time * 1000, isUtc).split(' ') as [string, string];
    const [year, day] = [date.slice(0, -6), date.slice(-5)];
    if (step >= kDay) {
      const label = year === last ? day : `${day}\n${year}`;
      last = year;
      return label;
    }
    const shown = step < kMinute ? clock : clock.slice(0, -3);
    const label = day === last ? shown : `${shown}\n${day}`;
    last = day;
    return label;
  });
}

// `count`: whole numbers. `bytes`: powers of two, so that labels are whole in a binary unit.
export type Steps = 'count' | 'bytes';

// The distances between labels from which an axis chooses; undefined for any.
export function stepsOf(steps: Steps | undefined): number[] | undefined {
  if (steps === 'count') return Array.from({ length: 9 }, (_none, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
  if (steps === 'bytes') return Array.from({ length: 61 }, (_none, power) => 2 ** power);
  return undefined;
}
