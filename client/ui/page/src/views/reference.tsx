// Rules, words and fields, with what they mean and what to do.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shownOf } from '../format/words.ts';
import { useKeys } from '../keys.ts';
import { SearchTools, Select } from '../parts/search.tsx';
import { Empty, Loader, useApi } from '../parts/states.tsx';
import { entriesOf, findEntries, type Entry } from '../reference/entries.ts';
import { EntryItem } from '../reference/entry.tsx';
import { param, route, setParams } from '../route.ts';
import type { Reference as Data } from '../types_reference.ts';

export function Reference(): JSX.Element {
  const loaded = useApi<Data>('/api/reference');
  return <Loader what="the reference" loaded={loaded}>{(data) => <Loaded data={data} />}</Loader>;
}

const kLink = '.reference .head a';

function Loaded({ data }: { data: Data }): JSX.Element {
  const all = useMemo(() => entriesOf(data), [data]);
  // Made once: while the user types, an item that stays is not rendered again.
  const items = useMemo(() => new Map(all.map((entry) => [entry, <EntryItem key={`${entry.kind} ${entry.about} ${entry.id}`} entry={entry} />])), [all]);
  const search = param('q');
  const kind = param('kind');
  const about = param('about');
  const shown = useMemo(() => findEntries(all, search, kind, about), [all, route.value.params]);
  const isFiltered = [search, kind, about].some(Boolean);
  const clear = (): void | false => (isFiltered ? setParams({ q: '', kind: '', about: '' }) : false);
  useKeys({ j: () => step(1), k: () => step(-1), ArrowDown: (event) => stepFrom(event, 1), ArrowUp: (event) => stepFrom(event, -1) });
  return (
    <div class="stack reference">
      <h1 class="hidden-text">Reference</h1>
      <SearchTools label="Search the reference" placeholder="Search rules, words and fields" firstResult={kLink} isFiltered={isFiltered} onClear={clear}
        shown={shownOf(shown.length, all.length, 'entry', 'entries')}>
        <Select id="kind" title="Kind" choices={['rule', 'word', 'field']} />
        <Select id="about" title="Group" choices={groupsOf(all, kind)} />
      </SearchTools>
      {shown.length === 0
        ? <Empty title="No entry matches"><button type="button" onClick={clear}>Clear filters</button></Empty>
        : <ul class="entries">{shown.map((entry) => items.get(entry))}</ul>}
    </div>
  );
}

// Severities of rules and groups of words; fields have too many types.
function groupsOf(entries: readonly Entry[], kind: string): string[] {
  return [...new Set(entries.filter((one) => one.kind !== 'field' && (!kind || one.kind === kind)).map((one) => one.about))].filter(Boolean);
}

// Moves the focus to the next entry.
function step(by: number): void | false {
  const links = [...document.querySelectorAll<HTMLElement>(kLink)];
  const present = links.indexOf(document.activeElement as HTMLElement);
  const next = links[present < 0 ? 0 : present + by];
  if (!next) return false;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return undefined;
}

// Arrow keys scroll, unless an entry has the focus.
function stepFrom(event: KeyboardEvent, by: number): void | false {
  return event.target instanceof Element && event.target.matches(kLink) ? step(by) : false;
}
