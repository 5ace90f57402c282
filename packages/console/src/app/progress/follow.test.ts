import { createPortcullisClient } from '@portcullis/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow, type ProgressListeners } from './follow.ts';

const SNAPSHOT = { event: 'snapshot', data: { integrationId: 7, status: 'creating' } };
const RUNNING = { event: 'operation', data: { id: 1, status: 'running' } };
const SUCCEEDED = { event: 'operation', data: { id: 1, status: 'succeeded' } };

type Answer = (request: Request) => Response | Promise<Response>;

/** A stream that the server closes after these events. */
const streamOf =
  (...events: readonly object[]): Answer =>
  () =>
    new Response(
      events
        .map((each) => each as { event: string; data: object })
        .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        .join(''),
      { headers: { 'content-type': 'text/event-stream' } },
    );
const refusal: Answer = () =>
  Response.json(
    { statusCode: 401, error: 'Unauthorized', message: 'Revoked.', code: 'API_KEY_INVALID' },
    { status: 401 },
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers().restoreAllMocks());

/** Follows with one answer for each stream, and one for each request of the status. */
function followWith(streams: Answer[], status: Answer = () => Response.json({ id: 7, status: 'creating' })) {
  const seen: string[] = [];
  const client = createPortcullisClient({
    baseUrl: 'http://service.test',
    key: `pck_${'0'.repeat(49)}`,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.url.endsWith('/status')) return status(request);
      const answer = streams.shift();
      if (!answer) throw new TypeError('fetch failed');
      return answer(request);
    },
  });
  const listeners: ProgressListeners = {
    onEvent: ({ event, data }) => seen.push(`${event} ${(data as { status?: string }).status}`),
    onDisconnected: (error) => seen.push(`broken: ${(error as { code?: string }).code ?? (error as Error).message}`),
    onEnd: () => seen.push('end'),
  };
  return { seen, streams, stop: follow(client, 7, listeners) };
}

it('ends with the operation', async () => {
  const { seen } = followWith([streamOf(SNAPSHOT, SUCCEEDED)]);
  await vi.waitFor(() => expect(seen).toEqual(['snapshot creating', 'operation succeeded', 'end']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toHaveLength(3);
});

it('continues when the server closes the stream during the operation, as it does when it restarts', async () => {
  const { seen } = followWith([streamOf(SNAPSHOT, RUNNING), streamOf(SNAPSHOT, SUCCEEDED)]);
  await vi.waitFor(() => expect(seen).toEqual(['snapshot creating', 'operation running']));
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(seen.slice(2)).toEqual(['snapshot creating', 'operation succeeded', 'end']));
});

it('ends when the integration was deleted without an operation', async () => {
  const disabled = { event: 'snapshot', data: { integrationId: 7, status: 'disabled' } };
  const { seen } = followWith([streamOf(SNAPSHOT), streamOf(disabled)]);
  await vi.waitFor(() => expect(seen).toEqual(['snapshot creating']));
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(seen.slice(1)).toEqual(['snapshot disabled', 'end']));
});

it('ends when the integration was deleted while the connection was broken', async () => {
  const { seen } = followWith([], () => Response.json({ id: 7, status: 'deleted' }));
  await vi.waitFor(() => expect(seen).toEqual(['broken: fetch failed', 'end']));
});

it('reports a refused key with its code', async () => {
  const { seen, stop } = followWith([refusal], refusal);
  await vi.waitFor(() => expect(seen).toContain('broken: API_KEY_INVALID'));
  stop();
});

it('has one listener while it waits, after any number of streams', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  const { streams, stop } = followWith(Array.from({ length: 10 }, () => streamOf(SNAPSHOT)));
  for (let opened = 0; opened < 5; opened += 1) await vi.advanceTimersByTimeAsync(2000);
  expect(streams.length).toBeLessThan(8);
  const removals = new Set(removed.mock.calls.map(([, listener]) => listener));
  // Those of `fetch` have options.
  const lasting = added.mock.calls.filter(([, listener, options]) => options === undefined && !removals.has(listener));
  expect(lasting).toHaveLength(1);
  stop();
});

it('requests nothing after it was stopped', async () => {
  const { seen, streams, stop } = followWith([streamOf(SNAPSHOT), streamOf(SUCCEEDED)]);
  await vi.waitFor(() => expect(seen).toEqual(['snapshot creating']));
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(1);
  expect(seen).toEqual(['snapshot creating']);
});
