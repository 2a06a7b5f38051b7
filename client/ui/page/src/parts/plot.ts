// A plot in an element of the page.

import uPlot from 'uplot';
import type { PlotProps } from './chart.tsx';
import { dataOf, kHeight, optionsOf } from './chart_options.ts';

const kPaperWidth = 680;  // of A4 and Letter within their margins, in pixels

// Draws a plot, and again when the colours change: on paper they are light. Returns the function that removes it.
export function mountPlot(element: HTMLElement, props: PlotProps): () => void {
  const height = props.height ?? kHeight;
  let plot: uPlot | undefined;
  const draw = (width: number): void => {
    plot?.destroy();
    plot = new uPlot(optionsOf(props, width), dataOf(props), element);
  };
  const onScreen = (): void => {
    document.documentElement.classList.remove('paper');
    draw(element.clientWidth);
  };
  const onPaper = (): void => {
    document.documentElement.classList.add('paper');
    draw(Math.min(element.clientWidth, kPaperWidth));
  };
  onScreen();
  const observer = new ResizeObserver(() => plot!.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', onScreen);
  addEventListener('beforeprint', onPaper);
  addEventListener('afterprint', onScreen);
  return () => {
    observer.disconnect();
    scheme.removeEventListener('change', onScreen);
    removeEventListener('beforeprint', onPaper);
    removeEventListener('afterprint', onScreen);
    plot!.destroy();
  };
}
