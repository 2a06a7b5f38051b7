// Search and order of the rows of tables. Pure.

export type SortValue = string | number;

export function compare(a: SortValue, b: SortValue): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Returns a function that is true for texts, in lower case, with all words of `search`.
export function searchOf(search: string): (haystack: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (haystack) => words.every((word) => haystack.includes(word));
}
