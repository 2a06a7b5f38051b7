// Shows the source of the data, its age, and that it is no longer current.

import type { JSX } from 'preact';
import { now } from './clock.ts';
import { withVisibleMarks } from './format/marks.ts';
import { formatAgo, formatClock, formatTime } from './format/time.ts';
import { counted } from './format/words.ts';
import { Lines, Text } from './parts/text.tsx';
import { failure, fleet, lostSince, status } from './state.ts';
import type { Problem, Status } from './types.ts';

type Mode = 'live' | 'stale' | 'files' | 'lost' | 'loading';

function modeNow(): Mode {
  if (lostSince.value) return 'lost';
  if (!status.value) return failure.value ? 'lost' : 'loading';
  if (status.value.stale) return 'stale';
  return status.value.isLive ? 'live' : 'files';
}

const kSigns: Record<Mode, string> = { live: '●', stale: '▲', files: '■', lost: '✕', loading: '' };
const kWords: Record<Mode, string> = { live: 'live', stale: 'stale', files: 'files', lost: 'disconnected', loading: '' };

// In the header. Its width does not depend on the age.
export function Connection(): JSX.Element {
  const mode = modeNow();
  const value = status.value;
  if (mode === 'loading') return <p class="connection" />;
  return (
    <p class={`connection ${mode}`} title={value ? `${withVisibleMarks(value.source)}, ${readText(value)}` : undefined}>
      <span class="sign" aria-hidden="true">{kSigns[mode]}</span>
      <span class="mode">{kWords[mode]}</span>
      {value && <Source status={value} />}
    </p>
  );
}

// Which cluster or files, and when they were read.
function Source({ status: value }: { status: Status }): JSX.Element {
  return (
    <>
      <span class="source"><Text value={value.source} /></span>
      {!value.isLive && value.observedAt && <span class="read">· {value.isFollowed && 'followed, '}read {formatClock(value.observedAt)}</span>}
    </>
  );
}

function readText({ isLive, isFollowed, observedAt }: Status): string {
  if (!observedAt) return '';
  if (isLive) return `observed ${formatTime(observedAt)}`;
  return `read at ${formatTime(observedAt)}; ${isFollowed ? 'followed: changed files are read again' : 'restart cpsizer ui to read it again'}`;
}

// In windows in which the header does not have space for the source.
export function SourceLine(): JSX.Element | null {
  const value = status.value;
  return value ? <section class="source-line muted" aria-label="Source"><Text value={value.source} />{!value.isLive && <>, {readText(value)}</>}</section> : null;
}

// Problems of the input are below the header. That the data is not current is at the lower edge of the window, where it
// does not move the page.
export function Banner(): JSX.Element {
  return (
    <>
      <div class="banners" role="status"><Problems /></div>
      <div class="banners current" role="status">{lostSince.value ? <Lost /> : status.value?.stale && <Stale />}</div>
    </>
  );
}

// Changes each second: a screen reader does not announce it.
function Age({ time }: { time: string | Date }): JSX.Element {
  return <span aria-live="off">Updated {formatAgo(time, now.value)}</span>;
}

function Lost(): JSX.Element {
  const since = lostSince.value!;
  if (!status.value) return <></>;
  if (failure.value?.status === 401) {
    return <p class="banner error"><strong>The page is not current: its session has ended.</strong> Open the URL that <code>cpsizer ui</code> printed when it started again.</p>;
  }
  return (
    <p class="banner error">
      <strong>The connection is lost.</strong> <code>cpsizer ui</code> has not answered since {formatTime(since.getTime())}, so the page shows the last data. <Age time={since} />. The page retries every few seconds.
    </p>
  );
}

function Stale(): JSX.Element {
  const { isLive, observedAt } = status.value!;
  const stale = status.value!.stale!;
  return (
    <p class="banner warning">
      <strong>{isLive ? 'The cluster' : 'The files'} could not be read since {formatTime(stale.since)}</strong> (<Text value={stale.error} />). <Age time={observedAt ?? stale.since} />. <code>cpsizer ui</code> retries every few seconds; until then the page shows the last data.
    </p>
  );
}

// As `cpsizer` prints it.
function place({ file, line, column }: Problem): string {
  return `${file ?? ''}${line ? `:${line}:${column ?? 0}` : ''}`;
}

function Problems(): JSX.Element | null {
  const problems = fleet.value?.problems ?? status.value?.problems ?? [];
  const notes = status.value?.notes ?? [];
  if (problems.length === 0 && notes.length === 0) return null;
  return (
    <>
      {problems.length > 0 && (
        <details class="banner warning">
          <summary><strong>The input has {counted(problems.length, 'problem')}</strong></summary>
          <ul>{problems.map((problem) => <li>{place(problem) && <><code><Text value={place(problem)} /></code> </>}<Lines value={problem.message} /></li>)}</ul>
        </details>
      )}
      {notes.map((note) => <p class="banner neutral"><Text value={note} /></p>)}
    </>
  );
}
