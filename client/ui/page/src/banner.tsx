// Shows the source of the data, its age, and that it is no longer current.

import type { JSX } from 'preact';
import { now } from './clock.ts';
import { formatAgo, formatTime } from './format/time.ts';
import { counted } from './format/words.ts';
import { Text } from './parts/text.tsx';
import { failure, fleet, lostSince, status } from './state.ts';

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
  const observed = value?.observedAt ? `observed ${formatTime(value.observedAt)}` : '';
  return (
    <p class={`connection ${mode}`} title={`${value?.source ?? ''} ${observed}`.trim()}>
      <span class="sign" aria-hidden="true">{kSigns[mode]}</span>
      <span class="mode">{kWords[mode]}</span>
      {value && <span class="source"><Text value={value.source} /></span>}
    </p>
  );
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
      <strong>The page is not current.</strong> <code>cpsizer ui</code> does not answer since {formatTime(since.getTime())}. <Age time={since} />. The page connects again by itself.
    </p>
  );
}

function Stale(): JSX.Element {
  const { observedAt } = status.value!;
  const stale = status.value!.stale!;
  return (
    <p class="banner warning">
      <strong><Age time={observedAt ?? stale.since} />; the API server does not answer</strong> (<Text value={stale.error} />). The page recovers by itself.
    </p>
  );
}

function Problems(): JSX.Element | null {
  const problems = fleet.value?.problems ?? status.value?.problems ?? [];
  const notes = status.value?.notes ?? [];
  if (problems.length === 0 && notes.length === 0) return null;
  return (
    <>
      {problems.length > 0 && (
        <details class="banner warning">
          <summary><strong>{counted(problems.length, 'part of the input', 'parts of the input')} {problems.length === 1 ? 'has a problem' : 'have problems'}</strong></summary>
          <ul>{problems.map((problem) => <li><code><Text value={`${problem.file ?? ''}${problem.line ? `:${problem.line}` : ''}`} /></code> <Text value={problem.message} /></li>)}</ul>
        </details>
      )}
      {notes.map((note) => <p class="banner neutral"><Text value={note} /></p>)}
    </>
  );
}
