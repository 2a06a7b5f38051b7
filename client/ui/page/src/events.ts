// The server-sent events of `/api/events`, with reconnect.

export interface EventHandlers {
  // `name` is `status` or `fleet`; `data` is parsed JSON.
  onEvent(name: string, data: unknown): void;
  // The connection is open, or is lost. EventSource does not report the reason.
  onOpen(): void;
  onLost(): void;
}

const kNames = ['status', 'fleet'];
const kFirstDelayMs = 500;
const kLargestDelayMs = 5_000;

// Connects, and connects again after each loss. Returns a function that ends it.
export function connect(handlers: EventHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = kFirstDelayMs;

  const open = (): void => {
    source = new EventSource('/api/events');
    source.onopen = () => {
      delay = kFirstDelayMs;
      handlers.onOpen();
    };
    source.onerror = () => {
      source?.close();
      handlers.onLost();
      timer = setTimeout(open, delay);
      delay = Math.min(delay * 2, kLargestDelayMs);
    };
    for (const name of kNames) {
      source.addEventListener(name, (event) => handlers.onEvent(name, JSON.parse((event as MessageEvent<string>).data)));
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
