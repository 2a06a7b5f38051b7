// The labels of a time axis: 24 hours, and dates in the order of ISO 8601. Pure.

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
