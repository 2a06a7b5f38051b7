// Keyboard shortcuts. A key without a modifier works unless the user types into a field; Escape works there too. A
// dialog has the keys of the browser.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

// The key, such as `j`, `Enter` or `g f`, and what it does. Return false if it does nothing now: the browser handles it.
export type KeyMap = Record<string, (event: KeyboardEvent) => void | false>;

const kStorageKey = 'cpsizer.shortcuts';
const kSequenceMs = 1_000;
const kNeedsNoSwitch = new Set(['Escape', 'Enter', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']);

// Single-character shortcuts can be switched off, for speech input (WCAG 2.1.4).
export const areShortcutsOn = signal(typeof localStorage === 'undefined' || localStorage.getItem(kStorageKey) !== 'off');

export function setShortcuts(isOn: boolean): void {
  areShortcutsOn.value = isOn;
  localStorage.setItem(kStorageKey, isOn ? 'on' : 'off');
}

const maps: { current: KeyMap }[] = [];
let first = '';
let firstTime = 0;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector('dialog[open]') || (event.key !== 'Escape' && isTyping(event.target))) return;
  if (!areShortcutsOn.value && !kNeedsNoSwitch.has(event.key)) return;
  const sequence = first && event.timeStamp - firstTime < kSequenceMs ? `${first} ${event.key}` : '';
  first = event.key;
  firstTime = event.timeStamp;
  for (const key of sequence ? [sequence, event.key] : [event.key]) {
    for (const map of [...maps].reverse()) {
      const action = map.current[key];
      if (action && action(event) !== false) {
        event.preventDefault();
        first = '';
        return;
      }
    }
  }
}

if (typeof document !== 'undefined') document.addEventListener('keydown', onKey);

// Registers `map` as long as the component is mounted. A component that is mounted later takes precedence.
export function useKeys(map: KeyMap): void {
  const ref = useRef(map);
  ref.current = map;
  useEffect(() => {
    maps.push(ref);
    return () => {
      maps.splice(maps.indexOf(ref), 1);
    };
  }, []);
}
