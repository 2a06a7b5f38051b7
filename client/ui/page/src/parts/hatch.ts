// The hatching of areas: they differ by it as well as by their colour.

const kSize = 8;

type Stroke = [x0: number, y0: number, x1: number, y1: number];

// The lines in a tile, and the same for CSS.
const kStrokes: Stroke[][] = [
  [], [[0, kSize, kSize, 0]], [[0, 0, kSize, kSize]], [[0, 4, kSize, 4]], [[4, 0, 4, kSize]], [[0, 4, kSize, 4], [4, 0, 4, kSize]],
];
const kAngles = [undefined, '135deg', '45deg', '0deg', '90deg', undefined];

export function hatchPattern(index: number, colour: string): CanvasPattern {
  const tile = document.createElement('canvas');
  tile.width = tile.height = kSize;
  const pen = tile.getContext('2d')!;
  pen.fillStyle = pen.strokeStyle = colour;
  pen.globalAlpha = 0.3;
  pen.fillRect(0, 0, kSize, kSize);
  pen.globalAlpha = 0.6;
  pen.beginPath();
  for (const [x0, y0, x1, y1] of kStrokes[index % kStrokes.length]!) {
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
  }
  pen.stroke();
  return pen.createPattern(tile, 'repeat')!;
}

// The same for the legend, as a background in CSS.
export function hatchCss(index: number, colour: string): string {
  const soft = `color-mix(in srgb, ${colour} 35%, transparent)`;
  const angle = kAngles[index % kAngles.length];
  return angle ? `repeating-linear-gradient(${angle}, ${colour} 0 1px, ${soft} 1px 4px)` : soft;
}
