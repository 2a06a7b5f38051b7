// The colours of charts.

const kColours = 6;

// The present value of a colour of styles/tokens.css.
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// The name of the colour of a style. Hatchings repeat after the same number of styles, so that the colour of a hatching
// is another one then.
export function colourName(style: number): string {
  return `--series-${((style + Math.floor(style / kColours)) % kColours) + 1}`;
}
