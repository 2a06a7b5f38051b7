// Characters of names and texts that are invisible or change the direction of text.

export interface Piece { text: string; isMark: boolean }

// Control characters, format characters such as bidirectional marks and zero-width spaces, line separators, tags.
const kMarks = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

const kHasMarks = new RegExp(kMarks.source, 'u');

// Splits `text`; a mark is replaced by its code, such as U+202E. Pure.
export function splitMarks(text: string): Piece[] {
  if (!kHasMarks.test(text)) return [{ text, isMark: false }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(kMarks)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isMark: false });
    pieces.push({ text: `U+${match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`, isMark: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMark: false });
  return pieces;
}

// The same as one text, for `title` attributes.
export function withVisibleMarks(text: string): string {
  return splitMarks(text).map((piece) => (piece.isMark ? `<${piece.text}>` : piece.text)).join('');
}
