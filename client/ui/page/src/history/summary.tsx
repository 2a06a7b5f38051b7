// The figures of a replay.

import type { JSX } from 'preact';
import { formatChange, formatCost, formatNumber } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { counted } from '../format/words.ts';
import { Figures, type Figure } from '../parts/figures.tsx';
import { RuleLink } from '../parts/findings.tsx';
import { withoutPriceText } from '../parts/plan_figures.ts';
import { Text } from '../parts/text.tsx';
import type { ClusterTime, FleetFigures, Replay } from '../types_history.ts';
import { arePricesEdited } from '../what_if/draft.ts';
import { clusterTimeText, durationChange, figureRows, isCostChangeKnown } from './figures.ts';

const kWhole = 'in the whole time';

function numberFigure(label: string, replay: Replay, get: (figures: FleetFigures) => number, note = '', format = formatNumber): Figure {
  const before = get(replay.before);
  if (!replay.after) return { label, value: format(before), note };
  const after = get(replay.after);
  return { label, value: format(after), note: after === before ? 'as now' : `now ${format(before)}, ${formatChange(after - before)}` };
}

function costFigure(replay: Replay): Figure {
  const figure = numberFigure(arePricesEdited.value ? 'Cost, edited prices' : 'Cost', replay, (side) => side.cost ?? 0, kWhole, formatCost);
  const note = isCostChangeKnown(replay) ? figure.note : `now ${formatCost(replay.before.cost ?? 0)}, change unknown`;
  return { ...figure, note: [note, withoutPriceText(replay.withoutPrice)].filter(Boolean).join('; ') };
}

function timeFigure(label: string, replay: Replay, get: (figures: FleetFigures) => ClusterTime): Figure {
  const before = get(replay.before);
  const shown = replay.after ? get(replay.after) : before;
  const value = shown.clusters > 0 ? formatDuration(shown.seconds) : 'none';
  const count = shown.clusters > 0 ? counted(shown.clusters, 'cluster') : '';
  if (!replay.after) return { label, value, note: count };
  const change = durationChange(shown.seconds - before.seconds);
  return { label, value, note: change ? `now ${clusterTimeText(before) || 'none'}; ${change}` : [count, 'as now'].filter(Boolean).join(', ') };
}

export function ReplayFigures({ replay }: { replay: Replay }): JSX.Element {
  const figures: Figure[] = [
    numberFigure('Transitions', replay, (side) => side.transitions),
    numberFigure('Reversals', replay, (side) => side.reversals),
    numberFigure('Flapping clusters', replay, (side) => side.flappingClusters),
    timeFigure('Short of memory', replay, (side) => side.shortOfMemory),
    timeFigure('Short of CPU', replay, (side) => side.shortOfCpu),
    timeFigure('Best effort', replay, (side) => side.bestEffort),
    numberFigure('Node-hours', replay, (side) => side.nodeHours, kWhole),
    ...(replay.before.cost === undefined ? [] : [costFigure(replay)]),
  ];
  return <Figures label="Figures of the replay" figures={figures} />;
}

// If the edited configuration were applied at the end of the history.
export function ReplayRollout({ replay }: { replay: Replay }): JSX.Element | null {
  const { rollout } = replay;
  if (!rollout || !replay.after) return null;
  const time = rollout.atLeastSeconds > 0 ? `, which takes at least ${formatDuration(rollout.atLeastSeconds)}` : ' at once';
  const stuck = rollout.neverMove > 0 ? ` ${counted(rollout.neverMove, 'cluster')} would never move${rollout.neverMoveReason ? `, because ${rollout.neverMoveReason}` : ''}.` : '';
  return <p class="why">If the edited configuration is applied at the end, {counted(rollout.clusters, 'cluster')} {rollout.clusters === 1 ? 'moves' : 'move'} to another size{time}.{stuck}</p>;
}

export function AllFigures({ replay }: { replay: Replay }): JSX.Element {
  const rows = figureRows(replay);
  const isCompared = replay.after !== undefined;
  return (
    <details class="panel all-figures">
      <summary><h2>All figures</h2></summary>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="All figures">
        <table class="plain">
          <thead>
            <tr><th scope="col">Figure</th><th scope="col" class="num">{isCompared ? 'Present configuration' : 'Value'}</th>
              {isCompared && <><th scope="col" class="num">Edited configuration</th><th scope="col" class="num">Change</th></>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr><th scope="row"><Text value={row.name} />{row.word && <>: <RuleLink rule={row.word} /></>}</th><td class="num">{row.before}</td>{isCompared && <><td class="num">{row.after}</td><td class="num">{row.change || '–'}</td></>}</tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
