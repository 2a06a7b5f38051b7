// The series of a simulation, and its rows as lines of charts. Pure.

import { formatCpu, formatMemory, formatNumber, parseQuantity } from '../format/quantity.ts';
import type { Simulation } from '../types_replicas.ts';

// The largest text that is sent to the server.
export const kLargestSeries = 1_000_000;

export const kExampleSeries = [
  'time,total cpu,pods', '0s,400m,4', '15s,400m,', '30s,900m,', '45s,900m,', '60s,900m,', '75s,900m,', '90s,400m,', '105s,400m,', '120s,400m,',
].join('\n');

const kUnits: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 1e-3 };

// The seconds of a Go duration such as `1m30s`, or of a plain number; undefined for another text.
export function durationSeconds(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const match = /^(?:(?:\d+(?:\.\d+)?)(?:ms|h|m|s))+$/.exec(text);
  if (!match) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)].reduce((sum, part) => sum + Number(part[1]) * kUnits[part[2]!]!, 0);
}

export interface Line { label: string; values: (number | null)[] }

export interface SimulationLines {
  // Seconds since 1970, or since the start if the series does not have dates.
  times: number[];
  isDate: boolean;
  replicas: Line[];
  // The measured values, one line for each column of the series that can be drawn.
  measured: Line[];
}

export function simulationLines(simulation: Simulation): SimulationLines {
  const { rows } = simulation;
  const isDate = rows.some((row) => durationSeconds(row.time) === undefined);
  const times = rows.map((row, index) => (isDate ? Date.parse(row.time) / 1000 : durationSeconds(row.time) ?? index));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.measured ?? {})))];
  return {
    times, isDate,
    replicas: [
      { label: 'desired', values: rows.map((row) => row.desiredReplicas) },
      { label: 'proposed by the metrics', values: rows.map((row) => row.proposal ?? null) },
      { label: 'ready pods', values: rows.map((row) => row.readyPods) },
    ],
    measured: columns
      .map((label) => ({ label, values: rows.map((row) => amount(row.measured?.[label]) ?? null) }))
      .filter((line) => line.values.some((value) => value !== null)),
  };
}

// A percentage counts as its number.
function amount(text: string | undefined): number | undefined {
  return text?.endsWith('%') ? Number(text.slice(0, -1)) : parseQuantity(text);
}

// The unit of the values, if all columns have the same. A percentage has none.
export function formatOf(simulation: Simulation): (value: number) => string {
  const texts = simulation.rows.flatMap((row) => Object.entries(row.measured ?? {}));
  const isAll = (resource: RegExp): boolean => texts.length > 0 && texts.every(([label, text]) => resource.test(label) && !text.endsWith('%'));
  if (isAll(/^(total )?cpu\b/)) return formatCpu;
  if (isAll(/^(total )?memory\b/)) return formatMemory;
  return formatNumber;
}

// The name of the vertical axis of these values.
export function measuredUnit(simulation: Simulation, format: (value: number) => string): string {
  if (format === formatCpu) return 'CPUs';
  if (format === formatMemory) return 'bytes';
  const texts = simulation.rows.flatMap((row) => Object.values(row.measured ?? {}));
  return texts.length > 0 && texts.every((text) => text.endsWith('%')) ? '% of the request' : 'value of the series';
}
