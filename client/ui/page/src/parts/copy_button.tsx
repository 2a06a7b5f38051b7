// Copies a text to the clipboard, and says that it did.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const kShownMs = 2_000;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const [result, setResult] = useState('');
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(''), kShownMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      setResult('Not copied');
    }
  };
  return (
    <button type="button" class="copy" onClick={copy}>
      <span class={result ? 'hidden-text' : ''}>{label}</span>
      <span class="result" aria-live="polite">{result}</span>
    </button>
  );
}

// A command or another text in one block, with a button to copy it.
export function CopyBlock({ text, title }: { text: string; title?: string }): JSX.Element {
  return (
    <div class="copy-block">
      {title && <p class="muted">{title}</p>}
      <div><pre tabIndex={0} aria-label={title ?? 'Text to copy'}>{text}</pre><CopyButton text={text} /></div>
    </div>
  );
}
