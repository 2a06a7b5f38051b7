// The frame of the page: navigation, state of the data, and the view of the URL.

import type { ComponentChildren, ComponentType, JSX } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { Banner, Connection, SourceLine } from './banner.tsx';
import { focusMain } from './focus.ts';
import { withVisibleMarks } from './format/marks.ts';
import { Help, isHelpOpen } from './help.tsx';
import { useKeys } from './keys.ts';
import { Failed, Loading } from './parts/states.tsx';
import { formatHash, navigate, param, viewName } from './route.ts';
import { failure, start, status } from './state.ts';
import { kViews, type View } from './views.ts';
import { Cluster } from './views/cluster.tsx';

export function App(): JSX.Element {
  // Empty until the status lists the views that have data, so that no link moves.
  const available = kViews.filter((view) => status.value?.views.includes(view.name));
  const name = viewName.value;
  const keys = Object.fromEntries(available.map((view) => [`g ${view.key}`, () => navigate(formatHash(view.name))]));
  useKeys({ ...keys, '?': () => { isHelpOpen.value = true; } });
  const links = useRef<HTMLElement>(null);
  useEffect(() => showCurrentLink(links.current), [name, available.length]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); focusMain(); }}>Skip to content</a>
      <header>
        <a class="brand" href={formatHash('fleet')}>cpsizer</a>
        <nav aria-label="Views" ref={links}>
          {available.map((view) => (
            <a href={formatHash(view.name)} aria-current={isAt(view, name) ? 'page' : undefined} title={`Keys: g ${view.key}`}>{view.title}</a>
          ))}
        </nav>
        <Connection />
        <button type="button" class="help" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)" onClick={() => { isHelpOpen.value = true; }}>?</button>
      </header>
      <SourceLine />
      <Banner />
      <Content available={available} />
      <Help views={available} />
    </>
  );
}

// In a narrow window, the navigation scrolls. The window does not: scrollIntoView() would scroll both.
function showCurrentLink(links: HTMLElement | null): void {
  const link = links?.querySelector('[aria-current]');
  if (!links || !link) return;
  const [area, box] = [links.getBoundingClientRect(), link.getBoundingClientRect()];
  links.scrollLeft += (box.left + box.right - area.left - area.right) / 2;
}

function isAt(view: View, name: string): boolean {
  return view.name === name || (view.name === 'fleet' && name === 'cluster');
}

function Content({ available }: { available: readonly View[] }): JSX.Element {
  const name = viewName.value;
  const last = useRef(name);
  const view = available.find((one) => one.name === name);
  const title = view?.title ?? (name === 'cluster' ? param('name') || 'Cluster' : 'Not found');
  useEffect(() => {
    document.title = `${withVisibleMarks(title)} - cpsizer`;
    // A screen reader starts to read the new view; the first view does not take the focus.
    if (last.current !== name) focusMain();
    last.current = name;
  }, [name, title]);
  // Another element than while the status is read: the banners that come with the status do not move it.
  return (
    <main id="main" key={status.value ? 'view' : 'loading'} tabIndex={-1} class={`view-${name}`}>
      <Guard key={name}><Body name={name} component={view?.component} /></Guard>
    </main>
  );
}

// A view that cannot show its data does not take the frame with it.
function Guard({ children }: { children: ComponentChildren }): JSX.Element {
  const [error, reset] = useErrorBoundary();
  if (error !== undefined) return <Failed isView title="This view has an error" error={error} onRetry={reset} />;
  return <>{children}</>;
}

function Body({ name, component: Component }: { name: string; component?: ComponentType }): JSX.Element {
  if (failure.value && !status.value) return <NoSession />;
  if (!status.value) return <Loading what="the fleet" />;
  if (name === 'cluster') return <Cluster />;
  if (Component) return <Component />;
  const known = kViews.find((view) => view.name === name);
  return known
    ? <Failed isView title={`There is no data for ${known.title}`} error={known.source} />
    : <Failed isView title="There is no such view" error="The URL is not one of this page."><a href={formatHash('fleet')}>Show the fleet</a></Failed>;
}

function NoSession(): JSX.Element {
  const error = failure.value!;
  if (error.status === 401 || error.status === 403) {
    return (
      <Failed isView title="This page is not signed in" error={error}>
        <p>Open the URL that <code>cpsizer ui</code> printed. The URL of an earlier start is no longer valid.</p>
      </Failed>
    );
  }
  return <Failed isView title="Could not read the fleet" error={error} onRetry={() => void start()} />;
}
