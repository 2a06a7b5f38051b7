// The configuration as YAML, with line numbers and marks at lines with findings.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Findings, severityOf } from '../parts/findings.tsx';
import { Lines } from '../parts/text.tsx';
import { nameMachineSets } from '../format/words.ts';
import { machineSets } from '../state.ts';
import type { Finding, Problem } from '../types.ts';
import { answer } from './answer.ts';
import { movedCaret } from './caret.ts';
import { edit, form, text } from './draft.ts';

interface Mark { tone: string; sign: string; message: string }

// The most severe mark of each line.
function marksOf(findings: readonly Finding[], problems: readonly Problem[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const finding of [...findings].sort((a, b) => severityOf(b).order - severityOf(a).order)) {
    const { tone } = severityOf(finding);
    if (finding.line) marks.set(finding.line, { tone, sign: tone === 'error' ? '✕' : tone === 'warning' ? '!' : '·', message: finding.message ?? finding.rule });
  }
  for (const problem of problems) if (problem.line) marks.set(problem.line, { tone: 'error', sign: '✕', message: problem.message });
  return marks;
}

function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

// Moves to the field of the form, or to the line of the YAML if the form does not have the field.
function goTo(finding: Finding, area: HTMLTextAreaElement | null): void {
  const path = finding.path ?? finding.field ?? '';
  const input = document.querySelector<HTMLInputElement>(`input[data-path="${CSS.escape(path)}"]`);
  if (input && !input.closest('details:not([open])')) input.focus();
  else if (finding.line) selectLine(area, finding.line);
}

// A text that is replaced while the user types loses the caret.
function useCaret(area: { current: HTMLTextAreaElement | null }, next: string): void {
  const { value: last = next, selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
  useLayoutEffect(() => {
    if (last === next || document.activeElement !== area.current) return;
    area.current?.setSelectionRange(movedCaret(last, next, selectionStart), movedCaret(last, next, selectionEnd));
  }, [next]);
}

export function Editor(): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  useCaret(area, text.value);
  const { validation, diff, isBusy, isOutdated } = answer.value;
  // The server says in plain words what to do. The form reads the text with another library, whose messages are only for
  // a text that the server can read.
  const ofServer: readonly Problem[] = [...validation?.problems ?? [], ...(isOutdated ? [] : diff?.problems ?? [])];
  const local = form.value.problems;
  const problems = ofServer.length > 0 || isBusy ? ofServer : local;
  const findings = local.length > 0 ? [] : validation?.findings ?? [];
  const marks = marksOf(findings, problems);
  const count = text.value.split('\n').length;
  return (
    <section class="panel editor" aria-label="YAML">
      <h2>YAML</h2>
      <div class="code">
        <div class="gutter" aria-hidden="true">
          {[...Array(count).keys()].map((index) => {
            const mark = marks.get(index + 1);
            return <span class={mark?.tone} title={mark?.message}>{mark?.sign} {index + 1}</span>;
          })}
        </div>
        <textarea ref={area} aria-label="Configuration in YAML" wrap="off" rows={count + 1} spellcheck={false} autocomplete="off" autocapitalize="off"
          aria-invalid={problems.length > 0} value={text.value} onInput={(event) => edit(event.currentTarget.value)} />
      </div>
      <div class="below" role="status">
        {problems.map((problem) => (
          <p class="problem"><span aria-hidden="true">✕ </span>
            {problem.line && <><button type="button" class="link" onClick={() => selectLine(area.current, problem.line!)}>line {problem.line}{problem.column ? `, column ${problem.column}` : ''}</button>: </>}
            <Lines value={nameMachineSets(problem.message, machineSets.value)} />
          </p>
        ))}
        {problems.length === 0 && local.length === 0 && <Findings findings={findings} machineSets={machineSets.value} empty={validation ? 'No findings: the configuration is valid.' : ' '} onPlace={(finding) => goTo(finding, area.current)} />}
      </div>
    </section>
  );
}
