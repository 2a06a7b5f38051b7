// The client of the server that sent this page. All requests go to the origin of the page.

import type { ApiErrorBody } from './types.ts';

// A request that failed. `status` is the HTTP status, or 0 if the server did not answer.
export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly details?: unknown) {
    super(message);
    this.name = 'ApiError';
  }
}

const kTimeoutMs = 60_000;

function errorOf(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as { error: ApiErrorBody };
    return new ApiError(status, error.code, error.message, error.details);
  } catch {
    return new ApiError(status, 'UNKNOWN', `The server answered with the status ${status}.`);
  }
}

async function send<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(kTimeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin', signal: signal ? anySignal(signal, timeout) : timeout });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, timeout.aborted ? 'DEADLINE_EXCEEDED' : 'UNAVAILABLE',
      timeout.aborted ? 'The server did not answer within 60 s.' : 'The server does not answer. Is "cpsizer ui" still running?');
  }
  if (!response.ok) throw errorOf(response.status, text);
  return (text ? JSON.parse(text) : undefined) as T;
}

function anySignal(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
}

// Reads `/api/...`. Throws ApiError, or the AbortError of `signal`.
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return send<T>(path, { headers: { accept: 'application/json' } }, signal);
}

// Posts JSON to `/api/...`. Throws ApiError, or the AbortError of `signal`.
export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return send<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, signal);
}

// True if `error` only says that a newer request replaced this one.
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
