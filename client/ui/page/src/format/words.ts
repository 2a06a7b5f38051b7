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

// The lines of a message that are not empty.
export function linesOf(message: string | undefined): string[] {
  return (message ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
}

// The same in one line, for the cells of tables.
export function oneLine(message: string | undefined): string {
  if (message === undefined || !message.includes('\n')) return message ?? '';
  return linesOf(message).join('; ');
}

// Paths and messages have the place of a MachineSet in the request; people know its name.
export function nameMachineSets(text: string, names: readonly string[]): string {
  if (!text.includes('machineSets[')) return text;
  return text.replace(/\bmachineSets\[(\d+)\]\.?/g, (path, index) => (names[Number(index)] ? `MachineSet ${names[Number(index)]}: ` : path));
}
