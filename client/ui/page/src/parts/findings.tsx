// A list of findings, the most severe first.

import type { JSX } from 'preact';
import { nameMachineSets } from '../format/words.ts';
import { formatHash } from '../route.ts';
import type { Finding } from '../types.ts';
import { Badge, type Tone } from './badge.tsx';
import { RuleText } from './rule_text.tsx';
import { Text } from './text.tsx';

const kTones: Record<string, { tone: Tone; word: string; order: number }> = {
  SEVERITY_ERROR: { tone: 'error', word: 'error', order: 0 },
  SEVERITY_WARNING: { tone: 'warning', word: 'warning', order: 1 },
  SEVERITY_NOTE: { tone: 'neutral', word: 'note', order: 2 },
};

export function severityOf(finding: Finding): { tone: Tone; word: string; order: number } {
  return kTones[finding.severity] ?? kTones.SEVERITY_NOTE!;
}

export function RuleLink({ rule }: { rule: string }): JSX.Element {
  return <a class="rule" href={formatHash('reference', [['q', rule]])}>{rule}</a>;
}

export interface FindingsProps {
  findings: readonly Finding[];
  // The names of the MachineSets of the request, which paths have the places of.
  machineSets?: readonly string[];
  // The text if there are no findings; nothing is shown without it.
  empty?: string;
  // Makes the place of a finding a button.
  onPlace?: (finding: Finding) => void;
}

export function Findings({ findings, machineSets = [], empty, onPlace }: FindingsProps): JSX.Element | null {
  if (findings.length === 0) return empty ? <p class="muted">{empty}</p> : null;
  const sorted = [...findings].sort((a, b) => severityOf(a).order - severityOf(b).order);
  return (
    <ul class="findings">
      {sorted.map((finding) => <FindingItem finding={finding} machineSets={machineSets} onPlace={onPlace} />)}
    </ul>
  );
}

// A panel with the findings of a view; nothing if there are none.
export function FindingsPanel({ findings, machineSets }: { findings: readonly Finding[] | undefined; machineSets?: readonly string[] }): JSX.Element | null {
  if (!findings || findings.length === 0) return null;
  return <section class="panel"><h2>Findings</h2><Findings findings={findings} machineSets={machineSets} /></section>;
}

function FindingItem({ finding, machineSets, onPlace }: { finding: Finding; machineSets: readonly string[]; onPlace: FindingsProps['onPlace'] }): JSX.Element {
  const { tone, word } = severityOf(finding);
  const path = nameMachineSets(finding.field ?? finding.path ?? '', machineSets);
  const place = `${path}${finding.line ? `${path ? ', ' : ''}line ${finding.line}` : ''}`;
  return (
    <li>
      <p>
        <Badge tone={tone}>{word}</Badge> <RuleLink rule={finding.rule} />{' '}
        {place && (onPlace
          ? <button type="button" class="link place" onClick={() => onPlace(finding)}><Text value={place} /></button>
          : <code class="place"><Text value={place} /></code>)}
      </p>
      {finding.message && <p><Text value={nameMachineSets(finding.message, machineSets)} />{finding.value && <>: <code><Text value={finding.value} /></code></>}</p>}
      {finding.remedy && <p class="muted"><Text value={finding.remedy} /></p>}
      <RuleText rule={finding.rule} />
    </li>
  );
}
