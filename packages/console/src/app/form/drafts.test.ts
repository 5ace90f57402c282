import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Drafts from './drafts.ts';

/** The storage of a tab, as browsers have it. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
    everything: () => [...items].join(),
  };
}

let storage: ReturnType<typeof createStorage>;
let drafts: typeof Drafts;

/** Loads the module again, as a reload of the page does. */
async function reload(): Promise<void> {
  vi.resetModules();
  drafts = await import('./drafts.ts');
}

beforeEach(async () => {
  storage = createStorage();
  vi.stubGlobal('sessionStorage', storage);
  await reload();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const STORABLE = new Set(['host', 'audit.enabled']);
const ENTRIES = { host: 'h', 'audit.enabled': true, password: 'Geheim7' };

it('keeps all entries while the page is open', () => {
  drafts.saveDraft('new x', ENTRIES, STORABLE);
  expect(drafts.readDraft('new x')).toEqual(ENTRIES);
  expect(drafts.isRestoredDraft('new x')).toBe(false);
});

it('keeps entries over a reload, and no secret', async () => {
  drafts.saveDraft('new x', ENTRIES, STORABLE);
  expect(storage.everything()).not.toContain('Geheim7');
  await reload();
  expect(drafts.readDraft('new x')).toEqual({ host: 'h', 'audit.enabled': true });
  expect(drafts.isRestoredDraft('new x')).toBe(true);
});

it('stores nothing of a page once its entries were sent, and nothing at all after a sign-out', () => {
  drafts.saveDraft('new x', ENTRIES, STORABLE);
  drafts.saveDraft('new y', ENTRIES, STORABLE);
  drafts.discardDrafts('new x');
  expect(drafts.readDraft('new x')).toBeUndefined();
  expect(drafts.readDraft('new y')).toEqual(ENTRIES);
  drafts.discardDrafts();
  expect(storage.length).toBe(0);
});

it('works without a storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await reload();
  drafts.saveDraft('new x', ENTRIES, STORABLE);
  expect(drafts.readDraft('new x')).toEqual(ENTRIES);
  drafts.discardDrafts();
  expect(drafts.readDraft('new x')).toBeUndefined();
});
