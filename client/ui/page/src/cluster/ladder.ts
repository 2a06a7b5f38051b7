// The sizes as bars on one scale, with the demand as a line through them. Pure.

import { parseQuantity, precise, type Resource } from '../format/quantity.ts';
import type { RecommendSizeResponse, SizeResource } from '../types.ts';

export interface Rung {
  name: string;
  // Length of the bar of the effective capacity, 0 to 1; undefined if the size does not have a capacity.
  length: number | undefined;
  effective: string;
  exact: string;
  // Such as `32Gi × 0.55`.
  calculation: string;
  // Where the capacity and the fraction come from.
  sources: string;
  fits: boolean | undefined;
  shortfall: string;
}

export interface Ladder {
  rungs: Rung[];
  demand: string;
  exactDemand: string;
  // Place of the line of the demand, 0 to 1; undefined without a demand.
  demandAt: number | undefined;
  // The demand is so large that it is not drawn at its place.
  isBeyond: boolean;
}

// The demand is drawn at its place up to this multiple of the largest effective capacity.
const kLargestDemand = 2;
const kMargin = 1.06;

const kSources: Record<string, string> = {
  SIZE_CAPACITY_SOURCE_CONFIGURATION: 'capacity from the configuration', SIZE_CAPACITY_SOURCE_MACHINE_SET: 'capacity from a MachineSet',
  SIZE_FRACTION_SOURCE_SIZE: 'fraction of the size', SIZE_FRACTION_SOURCE_GLOBAL: 'fraction for all sizes', SIZE_FRACTION_SOURCE_DEFAULT: 'default fraction',
};

function fractionText(fraction: string | undefined): string {
  const value = parseQuantity(fraction);
  return value === undefined ? '' : String(Number(value.toFixed(4)));
}

function calculationOf(size: SizeResource | undefined): string {
  if (!size?.capacity) return '';
  return `${size.capacity} × ${fractionText(size.fraction)}`;
}

export function ladderOf(resource: Resource, response: RecommendSizeResponse): Ladder {
  const assessment = response[resource];
  const demand = parseQuantity(assessment?.demand);
  const sizes = (response.sizes ?? []).map((size) => ({ name: size.name, resource: size[resource] }));
  const effective = sizes.map((size) => parseQuantity(size.resource?.effectiveCapacity));
  const largest = Math.max(0, ...effective.map((value) => value ?? 0));
  const isBeyond = demand !== undefined && largest > 0 && demand > largest * kLargestDemand;
  const scale = (isBeyond ? largest * kLargestDemand : Math.max(largest, demand ?? 0)) * kMargin || 1;
  return {
    rungs: sizes.map((size, index) => ({
      name: size.name,
      length: effective[index] === undefined ? undefined : effective[index]! / scale,
      effective: precise(resource, size.resource?.effectiveCapacity),
      exact: size.resource?.effectiveCapacity ?? '',
      calculation: calculationOf(size.resource),
      sources: [kSources[size.resource?.capacitySource ?? ''], kSources[size.resource?.fractionSource ?? '']].filter(Boolean).join(', '),
      fits: size.resource?.fits,
      shortfall: precise(resource, size.resource?.shortfall),
    })),
    demand: precise(resource, assessment?.demand),
    exactDemand: assessment?.demand ?? '',
    demandAt: demand === undefined ? undefined : Math.min(demand / scale, 1 / kMargin),
    isBeyond,
  };
}

export interface Flip {
  resource: Resource;
  demand: string;
  grows: FlipPoint | undefined;
  shrinks: FlipPoint | undefined;
  // The largest demand that fits the recommended size again; undefined if the demand fits a size.
  fits: FlipPoint | undefined;
}

export interface FlipPoint { at: string; exact: string; distance: string }

function pointOf(resource: Resource, demand: number | undefined, quantity: string | undefined): FlipPoint | undefined {
  const value = parseQuantity(quantity);
  if (value === undefined) return undefined;
  const difference = demand ? (value - demand) / demand : undefined;
  const percent = difference === undefined ? '' : `${difference >= 0 ? '+' : '\u2212'}${Math.round(Math.abs(difference) * 100)} %`;
  return { at: precise(resource, quantity), exact: quantity!, distance: percent };
}

// At which demands the answer changes, for each resource that takes part.
export function flipsOf(response: RecommendSizeResponse): Flip[] {
  return (['memory', 'cpu'] as const).flatMap((resource) => {
    const flips = response.flips?.[resource];
    if (!flips) return [];
    const demand = parseQuantity(response[resource]?.demand);
    return [{
      resource,
      demand: precise(resource, response[resource]?.demand),
      grows: pointOf(resource, demand, flips.growsAbove),
      shrinks: pointOf(resource, demand, flips.shrinksAt),
      fits: response[resource]?.exceedsAllSizes ? pointOf(resource, demand, response[resource].effectiveCapacity) : undefined,
    }];
  });
}
