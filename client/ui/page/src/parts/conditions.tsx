// The conditions of an object, and times with their age.

import type { JSX } from 'preact';
import { now } from '../clock.ts';
import { formatAgo, formatTime } from '../format/time.ts';
import type { Condition } from '../types.ts';
import { Badge } from './badge.tsx';
import { Text } from './text.tsx';

// The age of a time; the time is in the title.
export function Time({ value }: { value: string | undefined }): JSX.Element {
  if (!value) return <span class="muted">–</span>;
  return <time dateTime={value} title={formatTime(value)}>{formatAgo(value, now.value)}</time>;
}

export function ConditionTable({ conditions }: { conditions: readonly Condition[] }): JSX.Element {
  return (
    <div class="scroller tall" tabIndex={0} role="region" aria-label="Conditions">
      <table class="plain conditions">
        <thead><tr><th scope="col">Condition</th><th scope="col">Status</th><th scope="col">Since</th><th scope="col">Reason</th></tr></thead>
        <tbody>
          {conditions.map((condition) => (
            <tr>
              <th scope="row"><Text value={condition.type} /></th>
              <td><Badge tone="neutral" sign={condition.status === 'True' ? '✓' : '–'}><Text value={condition.status} /></Badge></td>
              <td><Time value={condition.lastTransitionTime} /></td>
              <td><Text value={[condition.reason, condition.message].filter(Boolean).join(': ')} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// A panel; nothing if there are no conditions.
export function Conditions({ title, conditions }: { title: string; conditions: readonly Condition[] | undefined }): JSX.Element | null {
  if (!conditions || conditions.length === 0) return null;
  return <section class="panel"><h2>{title}</h2><ConditionTable conditions={conditions} /></section>;
}
