import { h, render } from 'preact';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Loaded } from './use-load.ts';

let useLoad: typeof import('./use-load.ts').useLoad;
let session: typeof import('./session.ts');

beforeAll(async () => {
  vi.stubGlobal('location', { href: 'https://host.example/console/' });
  ({ useLoad } = await import('./use-load.ts'));
  session = await import('./session.ts');
  return () => vi.unstubAllGlobals();
});
beforeEach(() => session.signOut());

/** Runs the hook without a page. Each request waits for the test. */
function createProbe() {
  const requests: PromiseWithResolvers<string>[] = [];
  let seen: Loaded<string>;
  const Probe = ({ name }: { readonly name: string }) => {
    seen = useLoad(() => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    }, name);
    return null;
  };
  const page = {} as Element;
  return {
    /** Shows a key. Resolves when it is requested. */
    async show(name: string): Promise<void> {
      const before = requests.length;
      render(h(Probe, { name }), page);
      await vi.waitFor(() => expect(requests).toHaveLength(before + 1));
    },
    count: () => requests.length,
    answer: (index: number, text: string) => requests[index]?.resolve(text),
    fail: (index: number, error: unknown) => requests[index]?.reject(error),
    loaded: () => seen,
  };
}

it('shows a response that takes longer than the period of the refreshes', async () => {
  const probe = createProbe();
  await probe.show('list');
  void probe.loaded().refresh();
  probe.answer(0, 'first');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('first'));
  expect(probe.count()).toBe(1);
  void probe.loaded().refresh();
  void probe.loaded().refresh();
  expect(probe.count()).toBe(2);
  probe.answer(1, 'second');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('second'));
});

it('keeps the value while a refresh fails, and drops the response to a refresh that a reload has replaced', async () => {
  const probe = createProbe();
  await probe.show('list');
  probe.answer(0, 'first');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('first'));
  const failed = probe.loaded().refresh();
  probe.fail(1, new Error('down'));
  await failed;
  expect(probe.loaded()).toMatchObject({ value: 'first', error: undefined });
  void probe.loaded().refresh();
  void probe.loaded().reload();
  probe.answer(3, 'reloaded');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('reloaded'));
  probe.answer(2, 'outdated');
  await new Promise((resolve) => setImmediate(resolve));
  expect(probe.loaded().value).toBe('reloaded');
});

it('shows no value of an earlier key when the load of another key fails', async () => {
  const probe = createProbe();
  await probe.show('page 1');
  probe.answer(0, 'records of page 1');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('records of page 1'));
  await probe.show('page 2');
  probe.fail(1, new Error('down'));
  await vi.waitFor(() => expect(probe.loaded().error).toBeDefined());
  expect(probe.loaded().value).toBeUndefined();
});

it('asks for another key when a refresh is refused', async () => {
  const { PortcullisError } = await import('@portcullis/client');
  session.access.value = 'admin';
  const probe = createProbe();
  await probe.show('list');
  probe.answer(0, 'first');
  await vi.waitFor(() => expect(probe.loaded().value).toBe('first'));
  const refused = probe.loaded().refresh();
  probe.fail(1, new PortcullisError({ code: 'API_KEY_INVALID', message: 'Revoked.', call: 'GET /integrations' }));
  await refused;
  expect(session.keyRefused.value).toBe(true);
});
