// The labels of axes. Those of a time axis have 24 hours, and dates in the order of ISO 8601. Pure.

const kDay = 86_400;
const kMinute = 60;

// `step` is the time between two labels, in seconds. The date is written where it changes, on a second line.
export function timeLabels(times: readonly number[], step: number): string[] {
  const two = (value: number): string => String(value).padStart(2, '0');
  let last = '';
  return times.map((time) => {
    const date = new Date(time * 1000);
    const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    if (step >= kDay) {
      const year = String(date.getFullYear());
      const label = year === last ? day : `${day}\n${year}`;
      last = year;
      return label;
    }
    const clock = [date.getHours(), date.getMinutes(), ...(step < kMinute ? [date.getSeconds()] : [])].map(two).join(':');
    const label = day === last ? clock : `${clock}\n${day}`;
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
