// Kubernetes quantities as numbers, and as text in units that people read, as `cpsizer` prints them: rounded down. For
// display only: the server decides with exact arithmetic, and the exact quantity stays visible in the title of a cell.

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

// More than the error of a calculation, and less than a byte of 1Gi.
const kError = 1e-8;
const kShortDigits = 3;
const kMostDigits = 20;

// A positive number, rounded down to three decimals, of which as many stay as `digits` permits; no trailing zeros.
function roundedDown(value: number, digits: number): string {
  const thousandths = Math.floor(value * 1000 + kError);
  if (thousandths === 0) return String(value);
  const whole = String(Math.floor(thousandths / 1000));
  const decimals = String(thousandths % 1000).padStart(3, '0').slice(0, Math.max(0, digits - whole.length)).replace(/0+$/, '');
  return decimals ? `${whole}.${decimals}` : whole;
}

const kMemoryUnits = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

function memoryText(bytes: number, digits: number): string {
  let unit = 0;
  let value = Math.abs(bytes);
  while (value >= 1024 && unit + 1 < kMemoryUnits.length) {
    value /= 1024;
    ++unit;
  }
  return `${bytes < 0 ? '-' : ''}${roundedDown(value, digits)}${kMemoryUnits[unit]}`;
}

function cpuText(cores: number, digits: number): string {
  const value = Math.abs(cores);
  const isSmall = value !== 0 && value < 1;
  return `${cores < 0 ? '-' : ''}${isSmall ? `${roundedDown(value * 1000, digits)}m` : roundedDown(value, digits)}`;
}

// Bytes with the largest binary unit that is not above them, with three digits: 17.6Gi.
export function formatMemory(bytes: number): string {
  return memoryText(bytes, kShortDigits);
}

// Cores with three digits: 3.2; below one core, millicores: 620m.
export function formatCpu(cores: number): string {
  return cpuText(cores, kShortDigits);
}

export type Resource = 'memory' | 'cpu';

function shown(resource: Resource, quantity: string | undefined, digits: number): string {
  const value = parseQuantity(quantity);
  if (value === undefined) return quantity ?? '';
  return resource === 'memory' ? memoryText(value, digits) : cpuText(value, digits);
}

// A quantity with three digits, as in the tables of `cpsizer`; the text itself if it is not a quantity.
export function readable(resource: Resource, quantity: string | undefined): string {
  return shown(resource, quantity, kShortDigits);
}

// A quantity with three decimals, as in the explanations of `cpsizer`.
export function precise(resource: Resource, quantity: string | undefined): string {
  return shown(resource, quantity, kMostDigits);
}

// The used share of a capacity: 45 %. Rounded up, so that 100 % always fits and 101 % does not. Large shares keep two
// digits: 1700 %.
export function formatShare(ratio: number): string {
  const percent = ratio * 100;
  return `${Math.abs(percent) >= 1000 ? Number(percent.toPrecision(2)) : Math.ceil(percent - kError)} %`;
}

const kMostPercent = 999;

// The share that is left: +28 %, −1 %. Rounded down as by `cpsizer`, so that a small shortfall is −1 % and not +0 %.
export function formatHeadroom(ratio: number): string {
  const percent = Math.max(-100, Math.floor(ratio * 100 + kError));
  if (percent > kMostPercent) return `>+${kMostPercent} %`;
  return `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent)} %`;
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
