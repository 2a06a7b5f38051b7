// A chart in words. Pure.

export interface Described { label: string; values: readonly (number | null)[] }

const kMostSeries = 8;

// `small: 3 to 6, at the end 4`; for each series.
export function describe(series: readonly Described[], format: (value: number) => string): string {
  const sentences = series.slice(0, kMostSeries).map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${label}: no data`;
    let least = known[0]!;
    let most = least;
    for (const value of known) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    const range = least === most ? format(least) : `${format(least)} to ${format(most)}, at the end ${format(known.at(-1)!)}`;
    return `${label}: ${range}`;
  });
  if (series.length > kMostSeries) sentences.push(`and ${series.length - kMostSeries} more`);
  return sentences.join('; ');
}
