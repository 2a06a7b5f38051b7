// Names of enum values as people read them.

// `SIZE_OUTCOME_BEST_EFFORT` with the prefix `SIZE_OUTCOME_` is `best effort`.
export function enumWords(value: string | undefined, prefix: string): string {
  if (!value) return '';
  return (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase().replaceAll('_', ' ');
}

// `3 clusters`, `1 cluster`.
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

export const kResourceNames = { memory: 'Memory', cpu: 'CPU' } as const;

// `12 clusters` if all are shown, otherwise `3 of 12 clusters`.
export function shownOf(shown: number, total: number, singular: string, plural?: string): string {
  const all = counted(total, singular, plural);
  return shown === total ? all : `${shown.toLocaleString('en-US')} of ${all}`;
}
