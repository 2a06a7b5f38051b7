// Kubernetes quantities as numbers, and as text in units that people read. For display only: the server decides with
// exact arithmetic, and the exact quantity stays visible in the title of a cell.

const kSuffixes: Record<string, number> = {
  n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60,
};

// The value of a quantity, or undefined if `text` is not one.
export function parseQuantity(text: string | undefined): number | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/.exec(text ?? '');
  if (!match) return undefined;
  const scale = match[2] === undefined ? kSuffixes[match[3] ?? '']! : 10 ** Number(match[2]);
  return Number(match[1]) * scale;
}

// Three significant digits, without trailing zeros: 17.6, 104, 2.05.
function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}

const kMemoryUnits = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

// Bytes with a binary unit: 17.6Gi.
export function formatMemory(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (Math.abs(value) >= 1000 && unit + 1 < kMemoryUnits.length) {
    value /= 1024;
    ++unit;
  }
  return `${short(value)}${kMemoryUnits[unit]}`;
}

// Cores: 3.2; below a tenth of a core, millicores: 62m.
export function formatCpu(cores: number): string {
  return cores !== 0 && Math.abs(cores) < 0.1 ? `${short(cores * 1000)}m` : short(cores);
}

export type Resource = 'memory' | 'cpu';

export function formatResource(resource: Resource, value: number): string {
  return resource === 'memory' ? formatMemory(value) : formatCpu(value);
}

// A quantity in units that people read; the text itself if it is not a quantity.
export function readable(resource: Resource, quantity: string | undefined): string {
  const value = parseQuantity(quantity);
  return value === undefined ? quantity ?? '' : formatResource(resource, value);
}

// A ratio as a percentage: 45 %. Large values keep two digits: 1700 %.
export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  return `${Math.abs(percent) >= 1000 ? Number(percent.toPrecision(2)) : Math.round(percent)} %`;
}

const kNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

// A number with thousands separators: 12,345.6.
export function formatNumber(value: number): string {
  return kNumber.format(value);
}

// A change with its sign: +48, -3; an empty text for zero.
export function formatChange(value: number): string {
  if (Math.abs(value) < 0.005) return '';
  return `${value > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(value))}`;
}

// A price without a currency, which the configuration does not have.
export function formatCost(value: number): string {
  return formatNumber(Math.abs(value) >= 100 ? Math.round(value) : value);
}
