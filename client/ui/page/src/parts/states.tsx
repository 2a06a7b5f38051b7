// The states of a view without data: loading, empty, failed.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get, isAbort, messageOf } from '../api.ts';
import { Lines, Text } from './text.tsx';

export function Loading({ what }: { what: string }): JSX.Element {
  return <div class="state" role="status"><span class="spinner" aria-hidden="true" /><p>Loading {what} …</p></div>;
}

// `isView`: in place of a whole view, so that its title is that of the view.
export function Empty({ title, isView, children }: { title: string; isView?: boolean; children?: ComponentChildren }): JSX.Element {
  return <div class="state">{isView ? <h1>{title}</h1> : <h2>{title}</h2>}{children}</div>;
}

export function Failed(props: { title: string; error: unknown; isView?: boolean; onRetry?: () => void; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="state failed" role="alert">
      {props.isView ? <h1>{props.title}</h1> : <h2>{props.title}</h2>}
      <p><Lines value={messageOf(props.error)} /></p>
      {props.children}
      {props.onRetry && <button type="button" onClick={props.onRetry}>Try again</button>}
    </div>
  );
}

export interface Loaded<T> { data?: T; error?: unknown; reload(): void }

// Reads `/api/...` when the component is mounted, and when `path` or `revision` changes. The last data stays until the
// next data arrives. Without a path, reads nothing.
export function useApi<T>(path: string | undefined, revision?: number): Loaded<T> {
  const [state, setState] = useState<{ path?: string; data?: T; error?: unknown }>({ path });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (path === undefined) return;
    const controller = new AbortController();
    get<T>(path, controller.signal).then(
      (data) => setState({ path, data }),
      (error: unknown) => {
        if (!isAbort(error)) setState((last) => ({ ...(last.path === path ? last : {}), path, error }));
      });
    return () => controller.abort();
  }, [path, revision, attempt]);
  const reload = (): void => setAttempt(attempt + 1);
  return state.path === path ? { data: state.data, error: state.error, reload } : { reload };
}

function NotCurrent({ error }: { error: unknown }): JSX.Element {
  return <p class="banner warning not-current" role="status"><strong>This is not current.</strong> <Lines value={messageOf(error)} /></p>;
}

export interface Noted { notes?: readonly string[] }

const kError = 'error: ';

// What a verb printed to its standard error: errors, such as objects that it could not decide, and notes, such as values
// that it assumes.
export function Notes({ notes = [] }: Noted): JSX.Element {
  const errors = notes.filter((note) => note.startsWith(kError));
  const others = notes.filter((note) => !note.startsWith(kError));
  return (
    <>
      {errors.length > 0 && <NoteList label="Errors" tone="error">{errors.map((error) => <li><strong>Error:</strong> <Text value={error.slice(kError.length)} /></li>)}</NoteList>}
      {others.length > 0 && <NoteList label="Notes" tone="neutral">{others.map((note) => <li><Text value={note} /></li>)}</NoteList>}
    </>
  );
}

function NoteList({ label, tone, children }: { label: string; tone: 'error' | 'neutral'; children: ComponentChildren }): JSX.Element {
  return <div class={`banner ${tone} notes-of-verb`}><ul tabIndex={0} aria-label={label}>{children}</ul></div>;
}

// Shows what useApi() has: loading, the error, or `children(data)` with its notes; if data could not be read again, the
// last data with the error.
export function Loader<T>(props: { what: string; loaded: Loaded<T>; children: (data: T) => ComponentChildren }): JSX.Element {
  const { data, error, reload } = props.loaded;
  if (data !== undefined) return <>{error !== undefined && <NotCurrent error={error} />}<Notes notes={(data as Noted).notes} />{props.children(data)}</>;
  if (error !== undefined) return <Failed isView title={`Could not read ${props.what}`} error={error} onRetry={reload} />;
  return <Loading what={props.what} />;
}
