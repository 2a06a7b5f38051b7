// Times and durations as people read them. Pure: "now" is a parameter.

const kUnits: [number, string][] = [[86_400, 'd'], [3_600, 'h'], [60, 'min'], [1, 's']];

// A duration with its two largest units: 42 s, 3 min, 2 h 10 min, 4 d 1 h.
export function formatDuration(seconds: number): string {
  let rest = Math.round(Math.max(0, seconds));
  const parts: string[] = [];
  for (const [length, unit] of kUnits) {
    const count = Math.floor(rest / length);
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
    rest -= count * length;
  }
  return parts.length > 0 ? parts.join(' ') : '0 s';
}

// The age of `time` (RFC 3339): 42 s ago. An empty text if it is not a time.
export function formatAgo(time: string | Date | undefined, now: number): string {
  const then = time instanceof Date ? time.getTime() : Date.parse(time ?? '');
  if (Number.isNaN(then)) return '';
  const seconds = (now - then) / 1000;
  const unit = seconds >= 2 * 86_400 ? 86_400 : seconds >= 60 && seconds < 3_600 ? 60 : 1;
  return `${formatDuration(Math.floor(seconds / unit) * unit)} ago`;
}

// A time in the time zone of the browser, or in UTC: 2026-03-01 14:05:09.
export function formatTime(time: string | number, isUtc = false): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const shown = new Date(date.getTime() - (isUtc ? 0 : date.getTimezoneOffset() * 60_000));
  return shown.toISOString().slice(0, -5).replace('T', ' ');
}

// The clock time of `time` in the time zone of the browser: 14:05.
export function formatClock(time: string | number): string {
  return formatTime(time).slice(-8, -3);
}

// A time zone by its offset: UTC, UTC+05:30.
export function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.abs(offsetMinutes);
  return `UTC${offsetMinutes < 0 ? '\u2212' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

// The time zone of formatTime() at `time`.
export function zoneAt(time: string | number, isUtc = false): string {
  return zoneText(isUtc ? 0 : -new Date(time).getTimezoneOffset());
}
