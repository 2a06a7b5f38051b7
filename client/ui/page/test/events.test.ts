import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { connect } from '../src/events.ts';

class FakeSource {
  static all: FakeSource[] = [];
  onopen?: () => void;
  onerror?: () => void;
  isClosed = false;
  private listeners = new Map<string, (event: { data: string }) => void>();
  constructor() { FakeSource.all.push(this); }
  addEventListener(name: string, listener: (event: { data: string }) => void): void { this.listeners.set(name, listener); }
  close(): void { this.isClosed = true; }
  send(name: string, data = '{}'): void { this.listeners.get(name)?.({ data }); }
}

let log: string[];
let end: () => void;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  FakeSource.all = [];
  (globalThis as unknown as { EventSource: unknown }).EventSource = FakeSource;
  log = [];
  end = connect({ onEvent: (name, data) => log.push(`${name} ${JSON.stringify(data)}`), onOpen: () => log.push('open'), onLost: () => log.push('lost') });
});
afterEach(() => {
  end();
  mock.timers.reset();
});

const seconds = (count: number): void => { for (let i = 0; i < count; ++i) mock.timers.tick(1_000); };

test('events are passed on, and keep-alive events keep the connection', () => {
  const [source] = FakeSource.all;
  source!.onopen!();
  for (let i = 0; i < 10; ++i) {
    seconds(3);
    source!.send('keep-alive');
  }
  source!.send('fleet', '{"revision":2}');
  assert.deepEqual(log, ['open', 'fleet {"revision":2}']);
  assert.equal(FakeSource.all.length, 1);
});

test('a connection that is silent for more than two intervals is lost, and is opened again', () => {
  const [source] = FakeSource.all;
  source!.onopen!();
  seconds(7);
  assert.deepEqual(log, ['open']);
  seconds(1);
  assert.deepEqual(log, ['open', 'lost']);
  assert.ok(source!.isClosed);
  seconds(1);
  assert.equal(FakeSource.all.length, 2);
  FakeSource.all[1]!.onopen!();
  FakeSource.all[1]!.send('status', '{}');
  assert.deepEqual(log, ['open', 'lost', 'open', 'status {}']);
});

test('a server that accepts the connection but does not answer is lost again', () => {
  seconds(8);
  assert.deepEqual(log, ['lost']);
  seconds(9);
  assert.deepEqual(log, ['lost', 'lost']);
});
