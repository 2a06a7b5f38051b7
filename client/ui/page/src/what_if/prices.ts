// The prices of a node of each size per hour: those of --price, each of which the user may change. Pure.

// Texts of prices by the name of their size. An empty text removes a price.
export type PriceEdits = Readonly<Record<string, string>>;
export type Prices = Readonly<Record<string, number>>;

const kLargestPrice = 1_000_000;

// Undefined if `text` is not a price.
export function parsePrice(text: string): number | undefined {
  const price = Number(text);
  return text.trim() !== '' && price >= 0 && price <= kLargestPrice ? price : undefined;
}

// What the field of a size shows.
export function priceText(size: string, given: Prices, edits: PriceEdits): string {
  return edits[size] ?? (given[size] === undefined ? '' : String(given[size]));
}

// Prices of sizes that do not exist are left out: they stay from names that have changed.
export function mergedPrices(given: Prices, edits: PriceEdits, sizes: ReadonlySet<string>): Prices {
  const prices: Record<string, number> = Object.fromEntries(Object.entries(given).filter(([size]) => sizes.has(size)));
  for (const [size, text] of Object.entries(edits)) {
    if (!sizes.has(size)) continue;
    const price = parsePrice(text);
    if (price === undefined) delete prices[size];
    else prices[size] = price;
  }
  return prices;
}
