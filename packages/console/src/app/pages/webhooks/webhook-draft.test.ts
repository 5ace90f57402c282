import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as WebhookDraft from './webhook-draft.ts';

const PAGE = 'new webhook';
const ENTRIES = {
  name: 'Alerts',
  url: 'https://hooks.receiver.example/services/T0KEN4PATH',
  notificationType: ['modelCreated'],
  actionType: null,
  global: true,
} as const;

let items: Map<string, string>;
let drafts: typeof WebhookDraft;

/** Loads the module again, as a reload of the page does. */
async function reload(): Promise<void> {
  vi.resetModules();
  drafts = await import('./webhook-draft.ts');
}

beforeEach(async () => {
  items = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  });
  await reload();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps all entries for a webhook while the page is open', () => {
  drafts.saveWebhookDraft(PAGE, ENTRIES);
  expect(drafts.readWebhookDraft(PAGE)).toEqual(ENTRIES);
});

it('keeps the entries over a reload, except for the address', async () => {
  drafts.saveWebhookDraft(PAGE, ENTRIES);
  await reload();
  const { url: _url, ...others } = ENTRIES;
  expect(drafts.readWebhookDraft(PAGE)).toEqual(others);
  expect(drafts.isRestoredWebhookDraft(PAGE)).toBe(true);
});

it.each([ENTRIES.url, 'https://t0ken4host.receiver.example/', 'https://receiver.example/?key=T0KEN', 'not an address'])(
  'stores nothing of the address %s',
  (url) => {
    drafts.saveWebhookDraft(PAGE, { url });
    expect(items.size).toBe(0);
  },
);
