// The search field of a view, and selects for its filters. Both keep their value in the URL.

import { useComputed } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { withVisibleMarks } from '../format/marks.ts';
import { useKeys } from '../keys.ts';
import { param, setParams } from '../route.ts';

export interface SearchToolsProps {
  label: string;
  placeholder: string;
  // The number of results, such as `3 of 10 autoscalers`.
  shown: string;
  // Clears the filters; returns false if none is set.
  onClear(): void | false;
  isFiltered: boolean;
  // The selector of the first result, which the arrow down and Enter keys focus.
  firstResult: string;
  children?: ComponentChildren;
}

// Keys: `/` goes to the search; Escape clears it, then leaves it, then clears the filters.
export function SearchTools(props: SearchToolsProps): JSX.Element {
  const search = useRef<HTMLInputElement>(null);
  useKeys({
    '/': () => {
      scrollTo(0, 0);
      search.current?.focus();
      search.current?.select();
    },
    Escape: (event) => {
      if (event.target !== search.current) return props.onClear();
      if (param('q')) setParams({ q: '' });
      else search.current?.blur();
      return undefined;
    },
  });
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    document.querySelector<HTMLElement>(props.firstResult)?.focus();
  };
  return (
    <search class="tools search-tools">
      <label class="search">
        <span class="hidden-text">{props.label}</span>
        <input ref={search} type="search" placeholder={props.placeholder} value={param('q')} spellcheck={false} autocomplete="off"
          onInput={(event) => setParams({ q: event.currentTarget.value })} onKeyDown={leave} />
        <kbd aria-hidden="true">/</kbd>
      </label>
      {props.children}
      <p class="shown" role="status">{props.shown}</p>
      <button type="button" class={props.isFiltered ? '' : 'unused'} onClick={() => props.onClear()}>Clear</button>
    </search>
  );
}

export interface SelectProps {
  id: string;
  title: string;
  choices: readonly string[];
  // Texts of choices that are not shown as they are in the URL.
  labels?: Readonly<Record<string, string>>;
  // The text of the choice without a value.
  any?: string;
}

// A filter that is the parameter `id` of the URL.
export function Select({ id, title, choices, labels = {}, any = 'any' }: SelectProps): JSX.Element {
  const value = useComputed(() => param(id)).value;
  return (
    <label class={`select${value ? ' chosen' : ''}`}>
      <span>{title}</span>
      <select value={value} onChange={(event) => setParams({ [id]: event.currentTarget.value })}>
        <option value="">{any}</option>
        {[...choices, ...(value === '' || choices.includes(value) ? [] : [value])].map((choice) => <option value={choice}>{labels[choice] ?? withVisibleMarks(choice)}</option>)}
      </select>
    </label>
  );
}
