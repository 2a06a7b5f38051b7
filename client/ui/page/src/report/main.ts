// The script of the report of `cpsizer replay -o html`: draws the charts, whose values are in the page, and controls the
// table of clusters. The report has the figures and the tables without it.

import 'uplot/dist/uPlot.min.css';
import '../styles/tokens.css';
import '../styles/chart.css';
import './report.css';
import { mountPlot } from '../parts/plot.ts';
import type { PlotProps } from '../parts/chart.tsx';
import { fleetPlot, type FleetChart } from './chart_data.ts';
import { clusterPlots, clusterStrips, kWords, type ClusterChart, type Size, type Words } from './cluster_chart.ts';
import { stripElements } from './strips.ts';
import { controlTable } from './table.ts';

function addPlot(holder: HTMLElement, plot: PlotProps): void {
  const element = holder.appendChild(document.createElement('div'));
  element.className = 'plot';
  holder.classList.toggle('stacked', plot.isStacked === true);
  mountPlot(element, plot);
}

function drawCluster(holder: HTMLElement, chart: ClusterChart, sizes: Size[][], words: Words, sync: string): void {
  for (const plot of clusterPlots(chart, sizes, sync, words)) addPlot(holder, plot);
  holder.append(...stripElements(chart, clusterStrips(chart, sizes, words)));
}

function drawCharts(): void {
  const { sizes: sizesText, words: wordsText } = document.querySelector<HTMLElement>('[data-sizes]')?.dataset ?? {};
  const sizes = JSON.parse(sizesText ?? '[]') as Size[][];
  const words = wordsText === undefined ? kWords : (JSON.parse(wordsText) as Words);
  document.querySelectorAll<HTMLElement>('[data-chart]').forEach((holder, index) => {
    const chart = JSON.parse(holder.dataset.chart!) as FleetChart | ClusterChart;
    if ('demand' in chart) drawCluster(holder, chart, sizes, words, String(index));
    else addPlot(holder, fleetPlot(chart));
  });
}

document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', () => {
  controlTable();
  drawCharts();
});
