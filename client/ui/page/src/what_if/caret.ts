// Where the caret of a text belongs after the text has changed at other places. Pure.

export function movedCaret(before: string, after: string, caret: number): number {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) ++same;
  if (caret <= same) return caret;
  let sameEnd = 0;
  while (sameEnd < most - same && before.at(-1 - sameEnd) === after.at(-1 - sameEnd)) ++sameEnd;
  if (before.length - caret <= sameEnd) return caret + after.length - before.length;
  // Between changes: the same line and column.
  const lines = before.slice(0, caret).split('\n');
  const target = after.split('\n').slice(0, lines.length);
  const column = Math.min(lines.at(-1)!.length, target.at(-1)!.length);
  return target.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0) + column;
}
