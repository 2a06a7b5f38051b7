// The meaning of a rule and its reason, read from the reference when the user opens it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { get } from '../api.ts';
import { formatHash } from '../route.ts';
import { Text } from './text.tsx';

interface Rule { id: string; meaning?: string; why?: string; wrong?: string; right?: string }

let reference: Promise<Map<string, Rule>> | undefined;

// One request for all rules; a failed one is sent again.
function readRules(): Promise<Map<string, Rule>> {
  reference ??= get<{ rules?: Rule[] }>('/api/reference').then(
    (answer) => new Map((answer.rules ?? []).map((rule) => [rule.id, rule])),
    (error: unknown) => {
      reference = undefined;
      throw error;
    });
  return reference;
}

export function RuleText({ rule }: { rule: string }): JSX.Element {
  const [text, setText] = useState<Rule | undefined>();
  const [message, setMessage] = useState('Loading …');
  const load = (): void => {
    readRules().then(
      (rules) => {
        setText(rules.get(rule));
        setMessage('The reference does not have this rule.');
      },
      () => setMessage('Could not read the reference.'));
  };
  return (
    <details class="rule-text" onToggle={(event) => { if ((event.target as HTMLDetailsElement).open) load(); }}>
      <summary>About this rule</summary>
      {!text && <p class="muted">{message}</p>}
      {text?.meaning && <p><Text value={text.meaning} /></p>}
      {text?.why && <p><Text value={text.why} /></p>}
      {text?.wrong && <p>Wrong: <code><Text value={text.wrong} /></code></p>}
      {text?.right && <p>Right: <code><Text value={text.right} /></code></p>}
      {text && <p><a href={formatHash('reference', [['q', rule]])}>Show it in the reference</a></p>}
    </details>
  );
}
