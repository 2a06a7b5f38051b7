// The configuration as a form.

import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { severityOf } from '../parts/findings.tsx';
import { Text } from '../parts/text.tsx';
import type { Finding } from '../types.ts';
import { answer } from './answer.ts';
import { edit, form, givenPrices, priceEdits, text } from './draft.ts';
import { inheritNote, kGlobalFields, kMoreSizeFields, kSizeFields, type Field } from './fields.ts';
import { parsePrice, priceText } from './prices.ts';
import { pairNames } from './size_pairs.ts';
import { addSize, pathText, removeSize, setField, stepFraction, type Path } from './yaml_edit.ts';

// More rows would make each key slow; the YAML has all sizes.
const kMostSizes = 100;

const kReasonId = 'form-reason';

function noteId(field: Field): string {
  return `note-${pathText(field.path)}`;
}

type FindingsOf = (path: string) => Finding[];

function findingsByPath(): FindingsOf {
  const all = answer.value.validation?.findings ?? [];
  return (path) => all.filter((finding) => (finding.path ?? finding.field) === path);
}

export function Form(): JSX.Element {
  const findingsOf = findingsByPath();
  const { reason } = form.value;
  const indexes = [...Array(Math.min(form.value.sizes, kMostSizes)).keys()];
  return (
    <section class="panel form" aria-label="Form">
      <h2>Form</h2>
      {reason !== undefined && <p class="banner warning" id={kReasonId}><strong>The form is disabled. <Text value={reason} /></strong> The values below are those before.</p>}
      <fieldset disabled={reason !== undefined} aria-describedby={reason === undefined ? undefined : kReasonId}>
        <legend class="hidden-text">All sizes</legend>
        <div class="globals">{kGlobalFields.map((field) => <LabelledInput field={field} findingsOf={findingsOf} />)}</div>
        <p class="muted notes">{kGlobalFields.map((field) => field.ofSize && <span id={noteId(field)}>{inheritNote(field, form.value)}</span>)}</p>
        {form.value.sizes > kMostSizes && <p class="muted">The form has the first {kMostSizes} of {form.value.sizes} sizes.</p>}
        <SizeTable title="Sizes" indexes={indexes} fields={kSizeFields} findingsOf={findingsOf} hasActions />
        <details>
          <summary>Node counts, effects and placeholders of each size</summary>
          <SizeTable title="More fields of each size" indexes={indexes} fields={kMoreSizeFields} findingsOf={findingsOf} />
        </details>
      </fieldset>
    </section>
  );
}

function sizeName(index: number): string {
  return form.value.values.get(`spec.sizes[${index}].name`) ?? `size ${index + 1}`;
}

// Keys of rows: a row stays with its size when the size is renamed, or gets another index.
function useRowKeys(names: readonly string[]): readonly number[] {
  const last = useRef<{ names: readonly string[]; keys: readonly number[]; used: number }>({ names: [], keys: [], used: 0 });
  let { used } = last.current;
  const keys = pairNames(last.current.names, names).map((index) => last.current.keys[index] ?? used++);
  last.current = { names, keys, used };
  return keys;
}

function SizeTable(props: { title: string; indexes: number[]; fields: readonly Field[]; findingsOf: FindingsOf; hasActions?: boolean }): JSX.Element {
  const { indexes, fields, findingsOf, hasActions } = props;
  const keys = useRowKeys(indexes.map(sizeName));
  return (
    <div class="size-form">
      <table>
        <caption class="hidden-text">{props.title}</caption>
        <thead>
          <tr>
            {!hasActions && <th scope="col">Size</th>}
            {fields.map((field) => <th scope="col">{field.label}</th>)}
            {hasActions && <><th scope="col" title="Price of one node per hour, for the cost">Price per hour</th><th scope="col"><span class="hidden-text">Remove</span></th></>}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => (
            <tr key={keys[index]}>
              {!hasActions && <th scope="row"><Text value={sizeName(index)} /></th>}
              {fields.map((field) => <td><span class="narrow-label" aria-hidden="true">{field.label}</span><FieldInput label={`${field.label} of ${sizeName(index)}`} field={{ ...field, path: ['spec', 'sizes', index, ...field.path] }} findingsOf={findingsOf} /></td>)}
              {hasActions && (
                <>
                  <td><span class="narrow-label" aria-hidden="true">Price per hour</span><PriceInput size={sizeName(index)} /></td>
                  <td><button type="button" class="remove" aria-label={`Remove ${sizeName(index)}`} title="Remove this size" onClick={() => edit(removeSize(text.value, index))}>×</button></td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hasActions && <button type="button" onClick={() => edit(addSize(text.value))}>Add a size</button>}
    </div>
  );
}

function LabelledInput({ field, findingsOf }: { field: Field; findingsOf: FindingsOf }): JSX.Element {
  return <div><span aria-hidden="true">{field.label}</span><FieldInput label={field.label} field={field} findingsOf={findingsOf} /></div>;
}

function placeholderOf({ inherits }: Field): string {
  if (inherits === undefined) return '';
  return typeof inherits === 'string' ? inherits : form.value.values.get(pathText(inherits as Path)) ?? '0.65';
}

function FieldInput({ label, field, findingsOf }: { label: string; field: Field; findingsOf: FindingsOf }): JSX.Element {
  const id = useId();
  const path = pathText(field.path);
  const findings = findingsOf(path);
  const isWrong = findings.some((finding) => severityOf(finding).word === 'error');
  const set = (value: string): void => edit(setField(text.value, field.path, value.trim(), field.kind));
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    if (!field.isFraction || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 5 : 1);
    set(stepFraction(event.currentTarget.value || placeholderOf(field), steps));
  };
  return (
    <span class={`field${findings.length ? ` ${severityOf(findings[0]!).tone}` : ''}`}>
      <input type="text" data-path={path} aria-label={label} value={form.value.values.get(path) ?? ''} placeholder={placeholderOf(field)}
        spellcheck={false} autocomplete="off" aria-invalid={isWrong} aria-describedby={[findings.length ? id : '', field.ofSize ? noteId(field) : ''].filter(Boolean).join(' ') || undefined}
        title={field.isFraction ? '↑ and ↓ change it by 0.01, with Shift by 0.05' : undefined}
        onInput={(event) => set(event.currentTarget.value)} onKeyDown={onKeyDown} />
      {findings.length > 0 && <span class="message" id={id}>{findings.map((finding) => <span><span aria-hidden="true">{isWrong ? '✕' : '!'} </span><Text value={finding.message} /></span>)}</span>}
    </span>
  );
}

function PriceInput({ size }: { size: string }): JSX.Element {
  const value = priceText(size, givenPrices.value, priceEdits.value);
  const isWrong = value.trim() !== '' && parsePrice(value) === undefined;
  return (
    <span class="field">
      <input type="text" inputMode="decimal" aria-label={`Price per hour of one node of ${size}`} value={value} aria-invalid={isWrong}
        onInput={(event) => { priceEdits.value = { ...priceEdits.value, [size]: event.currentTarget.value }; }} />
      {isWrong && <span class="message">✕ not a price, so not used</span>}
    </span>
  );
}
