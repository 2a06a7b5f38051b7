// The parts of a chart that are drawn over its lines and areas.

import type uPlot from 'uplot';
import { withVisibleMarks } from '../format/marks.ts';
import type { Series } from './chart.tsx';
import { colour, colourName } from './colour.ts';
import { widestAt } from './stack.ts';

const kLabelShare = 0.07;  // of the height: an area that is lower has no label in it
const kLabelReach = 25;  // half of the width of a label, in pixels

// A pen for texts with an outline in the colour of the page.
function penOf(plot: uPlot): CanvasRenderingContext2D {
  const pen = plot.ctx;
  pen.font = `600 ${12 * devicePixelRatio}px system-ui`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 4 * devicePixelRatio;
  pen.strokeStyle = colour('--surface');
  pen.fillStyle = colour('--text');
  return pen;
}

// Writes the names of areas in them.
export function drawLabels(plot: uPlot, series: readonly Series[]): void {
  const least = ((plot.scales.y!.max ?? 1) - (plot.scales.y!.min ?? 0)) * kLabelShare;
  const reach = Math.floor((plot.data[0].length * kLabelReach) / plot.bbox.width * devicePixelRatio);
  plot.ctx.save();
  const pen = penOf(plot);
  for (const [index, one] of series.entries()) {
    const label = withVisibleMarks(one.label);
    const place = widestAt(one.values, least, reach);
    if (place === undefined) continue;
    const middle = (plot.data[index + 1] as number[])[place]! - one.values[place]! / 2;
    const half = pen.measureText(label).width / 2;
    const x = Math.min(Math.max(plot.valToPos(plot.data[0][place]!, 'x', true), plot.bbox.left + half + 4), plot.bbox.left + plot.bbox.width - half - 4);
    const y = plot.valToPos(middle, 'y', true);
    pen.strokeText(label, x, y);
    pen.fillText(label, x, y);
  }
  pen.restore();
}

// Draws the signs of the series, and their lines.
export function drawMarks(plot: uPlot, series: readonly Series[]): void {
  plot.ctx.save();
  const pen = penOf(plot);
  for (const [index, one] of series.entries()) {
    pen.fillStyle = colour(colourName(one.style ?? index));
    for (const { time, sign, value, low, high } of one.marks ?? []) {
      const x = plot.valToPos(time, 'x', true);
      if (low !== undefined && high !== undefined) {
        const top = plot.valToPos(high, 'y', true);
        pen.fillRect(x - devicePixelRatio, top, 2 * devicePixelRatio, plot.valToPos(low, 'y', true) - top);
      }
      const y = plot.valToPos(value, 'y', true);
      pen.strokeText(sign, x, y);
      pen.fillText(sign, x, y);
    }
  }
  pen.restore();
}
