// Draws the sizes for one resource.

import type { JSX } from 'preact';
import { enumWords, kResourceNames } from '../format/words.ts';
import type { Resource } from '../format/quantity.ts';
import { Badge } from '../parts/badge.tsx';
import { Text } from '../parts/text.tsx';
import { nowOf } from '../fleet/row.ts';
import type { FleetItem } from '../types.ts';
import { flipsOf, ladderOf, type FlipPoint, type Ladder, type Rung } from './ladder.ts';

export function LadderPanel({ resource, item }: { resource: Resource; item: FleetItem }): JSX.Element {
  const response = item.response!;
  const ladder = ladderOf(resource, response);
  const assessment = response[resource];
  const title = kResourceNames[resource];
  return (
    <section class="panel ladder">
      <h2>{title}{ladder.demand && <span class="demand-figure" title={`exact demand: ${ladder.exactDemand}`}> demand <b>{ladder.demand}</b></span>}</h2>
      {!assessment?.inPlay && <p class="muted">{title} does not take part: {enumWords(assessment?.notInPlayReason, 'SIZE_NOT_IN_PLAY_REASON_') || 'no decision'}.</p>}
      {ladder.rungs.length > 0 && (
        <table>
          <caption class="hidden-text">Effective {title} of each size, compared with the demand of {ladder.demand || 'an unknown amount'}</caption>
          <thead><tr><th scope="col">Size</th><th scope="col"><span class="hidden-text">Bar</span></th><th scope="col">Effective capacity</th></tr></thead>
          <tbody>
            {ladder.rungs.map((rung) => <RungRow rung={rung} ladder={ladder} isNow={rung.name === nowOf(item)} isChosen={rung.name === response.recommendedSize} />)}
          </tbody>
        </table>
      )}
      {ladder.isBeyond && <p class="muted">The demand of {ladder.demand} is beyond the scale: it is more than twice the largest effective capacity.</p>}
    </section>
  );
}

function RungRow({ rung, ladder, isNow, isChosen }: { rung: Rung; ladder: Ladder; isNow: boolean; isChosen: boolean }): JSX.Element {
  const percent = (value: number): string => `${value * 100}%`;
  return (
    <tr class={`${isChosen ? 'chosen' : ''} ${rung.fits === false ? 'short' : ''}`}>
      <th scope="row">
        <Text value={rung.name} title />
        <small>{isChosen && isNow ? 'now, stays' : isChosen ? 'recommended' : isNow ? 'now' : ''}</small>
      </th>
      <td class="rung" title={`${rung.exact}; ${rung.sources}`}>
        {rung.length !== undefined && <span class="fill" aria-hidden="true" style={{ width: percent(rung.length) }} />}
        {ladder.demandAt !== undefined && <span class={`line${ladder.isBeyond ? ' beyond' : ''}`} aria-hidden="true" style={{ left: percent(ladder.demandAt) }} />}
      </td>
      <td class="verdict" title={`${rung.exact}; ${rung.sources}`}>
        <b>{rung.effective || 'no capacity'}</b>{' '}
        {rung.fits === true && <Badge tone="good">fits</Badge>}
        {rung.fits === false && <Badge tone="error" title={`The demand exceeds the effective capacity by ${rung.shortfall}`}>short by {rung.shortfall}</Badge>}
        {rung.calculation && <small>= {rung.calculation}</small>}
      </td>
    </tr>
  );
}

// At which demand the answer changes.
export function Flips({ item }: { item: FleetItem }): JSX.Element | null {
  const flips = item.response ? flipsOf(item.response) : [];
  if (flips.length === 0) return null;
  return (
    <section class="panel">
      <h2>When the answer changes</h2>
      <table class="plain flips">
        <thead><tr><th scope="col">Resource</th><th scope="col" class="num">▼ Smaller size at or below</th><th scope="col" class="num">Demand</th><th scope="col" class="num">▲ Larger size above</th></tr></thead>
        <tbody>
          {flips.map((flip) => (
            <tr>
              <th scope="row">{kResourceNames[flip.resource]}</th>
              <td class="num"><Point point={flip.shrinks} none="never" /></td>
              <td class="num"><b>{flip.demand}</b></td>
              <td class="num"><Point point={flip.grows} none="never" /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {flips.map((flip) => flip.fits && <p>{kResourceNames[flip.resource]}: the demand exceeds each size. <b><Text value={item.response!.recommendedSize} /></b> fits again at or below <Point point={flip.fits} none="" />.</p>)}
      <p class="muted">Each row holds while the demand for the other resource stays the same.</p>
    </section>
  );
}

function Point({ point, none }: { point: FlipPoint | undefined; none: string }): JSX.Element {
  if (!point) return <span class="muted">{none}</span>;
  return <span title={point.exact}>{point.at} <small class="muted">{point.distance}</small></span>;
}
