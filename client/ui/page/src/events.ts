// The server-sent events of `/api/events`, with reconnect.

export interface EventHandlers {
  // `name` is `status` or `fleet`; `data` is parsed JSON.
  onEvent(name: string, data: unknown): void;
  // The connection is open, or is lost: nothing came after `since`. EventSource does not report the reason.
  onOpen(): void;
  onLost(since: Date): void;
}

const kNames = ['status', 'fleet'];
// The server sends this event every 3 s to an idle stream: WebLimits::keep_alive.
const kKeepAlive = 'keep-alive';
const kFirstDelayMs = 500;
const kLargestDelayMs = 5_000;
const kTickMs = 1_000;
// A server that is stopped, or a port-forward that drops packets, does not close the connection. It is lost if nothing
// comes for more than two intervals.
const kMostSilentTicks = 7;

// Connects, and connects again after each loss. Returns a function that ends it.
export function connect(handlers: EventHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = kFirstDelayMs;
  // Counts ticks and not time: a computer that sleeps gets neither.
  let silentTicks = 0;
  let lastSign = Date.now();

  const hear = (): void => {
    silentTicks = 0;
    lastSign = Date.now();
  };
  const lose = (): void => {
    source?.close();
    source = undefined;
    handlers.onLost(new Date(lastSign));
    timer = setTimeout(open, delay);
    delay = Math.min(delay * 2, kLargestDelayMs);
  };
  const open = (): void => {
    silentTicks = 0;
    source = new EventSource('/api/events');
    source.onopen = () => {
      hear();
      delay = kFirstDelayMs;
      handlers.onOpen();
    };
    source.onerror = lose;
    source.addEventListener(kKeepAlive, hear);
    for (const name of kNames) {
      source.addEventListener(name, (event) => {
        hear();
        handlers.onEvent(name, JSON.parse((event as MessageEvent<string>).data));
      });
    }
  };
  const watch = setInterval(() => {
    if (source && ++silentTicks > kMostSilentTicks) lose();
  }, kTickMs);
  open();
  return () => {
    clearInterval(watch);
    clearTimeout(timer);
    source?.close();
  };
}
