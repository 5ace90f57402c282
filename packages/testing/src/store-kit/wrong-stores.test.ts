import { AssertionError } from 'node:assert';
import { createMemoryStore } from '@portcullis/core';
import {
  ALL_TENANTS,
  type AllTenantsStore,
  DEFAULT_TENANT,
  type Store,
  type StoreSignals,
  type StoreTransaction,
  type TenantStore,
} from '@portcullis/core/ports';
import { expect, it, vi } from 'vitest';
import { storeConformance } from './store-conformance.ts';
import type { StoreHarness } from './store-harness.ts';

// The patience for a lost message takes no time.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

type Row = Readonly<Record<string, unknown>>;
type Call = (table: never, ...input: unknown[]) => Promise<never>;
type AnyOperations = Readonly<Record<'find' | 'count' | 'update' | 'remove', Call>>;
type Wrong = (operations: AnyOperations, store: Store) => Partial<AnyOperations>;

/** Replaces operations of a store and of all its tenants, outside and inside of transactions as required. */
function createWrongStore(outside: Wrong, inside: Wrong = () => ({})): Store {
  const store = createMemoryStore();
  const changed = <Operations>(operations: Operations, wrong: Wrong): Operations => ({
    ...operations,
    ...(wrong(operations as unknown as AnyOperations, store) as Partial<Operations>),
  });
  const scoped = (tenant: string): TenantStore => {
    const given = store.scoped(tenant);
    return {
      ...changed(given, outside),
      transaction: (work, options) => given.transaction((open) => work(changed(open, inside)), options),
    };
  };
  const allTenants: AllTenantsStore = {
    ...store.allTenants,
    transaction: (work, options) =>
      store.allTenants.transaction(
        (open) => work({ ...open, scoped: (tenant) => changed(open.scoped(tenant), inside) }),
        options,
      ),
  };
  return { ...store, ...scoped(DEFAULT_TENANT), scoped, allTenants };
}

const any = (value: unknown): never => value as never;

/** Reads a row, and writes the result of the calculation. */
const losesUpdates: Wrong = ({ find, update }) => ({
  async update(table, where, patch) {
    const rows: readonly Row[] = await find(table, { where });
    for (const row of rows) {
      const values = Object.entries(patch as Row).map(([name, value]) => {
        const { increment } = (value ?? {}) as { readonly increment?: number };
        return [name, increment === undefined ? value : Number(row[name]) + increment];
      });
      const key = 'id' in row ? { id: row.id } : 'webhookId' in row ? { webhookId: row.webhookId } : { name: row.name };
      await update(table, key, Object.fromEntries(values));
    }
    return any(rows.length);
  },
});

/** Reads on another connection than that of the transaction. */
const readsOutside: Wrong = (_open, store) => ({ find: any(store.find), count: any(store.count) });

/** Reads the alternatives one after the other. */
const readsInTurn: Wrong = ({ find }) => ({
  async find(table, query = {}) {
    const { where, limit } = query as { readonly where?: unknown; readonly limit?: number };
    if (!Array.isArray(where)) return find(table, query);
    const rows = new Map<string, Row>();
    for (const each of where) {
      const found: readonly Row[] = await find(table, { ...(query as object), where: each });
      for (const row of found) rows.set(JSON.stringify(row), row);
    }
    return any([...rows.values()].slice(0, limit));
  },
});

/** Reads only what is later than the last row. */
const skipsEqual: Wrong = ({ find }) => ({
  find(table, query = {}) {
    const { where } = query as { readonly where?: readonly Row[] };
    const isCursor = Array.isArray(where) && where.length === 2 && where.every((each) => 'createdAt' in each);
    return find(table, isCursor ? { ...(query as object), where: where[1] } : query);
  },
});

const countsAll: Wrong = (_operations, store) => ({ count: any(store.allTenants.count) });
const removesOfAll: Wrong = (open) => ({ remove: any((open as unknown as StoreTransaction)[ALL_TENANTS].remove) });

type Listener = (message: string) => void;

/**
 * A harness of two views of one store, as of two processes.
 *
 * @param signalsOf - receives the listeners of both, and those of one of them.
 */
function shared(signalsOf: (listeners: readonly Listener[], own: Listener[]) => StoreSignals): StoreHarness {
  const store = createMemoryStore();
  const all: Listener[][] = [];
  const create = (): Store => {
    const own: Listener[] = [];
    all.push(own);
    const signals: StoreSignals = {
      listen: (...input) => signalsOf(all.flat(), own).listen(...input),
      send: (message) => signalsOf(all.flat(), own).send(message),
    };
    return { ...store, signals, open: async () => {}, close: async () => {} };
  };
  return { create, createConcurrent: create };
}

const listenOf =
  (own: Listener[]): StoreSignals['listen'] =>
  async (receive) => {
    own.push(receive);
    return async () => void own.splice(own.indexOf(receive), 1);
  };

const losesSignals = () => shared((_listeners, own) => ({ listen: listenOf(own), send: async () => {} }));
const echoesSignals = () =>
  shared((listeners, own) => ({
    listen: listenOf(own),
    async send(message) {
      for (const receive of listeners) receive(message);
    },
  }));

const of = (outside: Wrong, inside?: Wrong) => (): StoreHarness => ({
  create: () => createWrongStore(outside, inside),
});
const none: Wrong = () => ({});

const TENANT_CASE = 'keeps rows of webhooks from other tenants, inside and outside a transaction';
const PAGES_CASE = 'reads page by page after the last row, without a gap between equal values';
const SIGNALS_CASE = 'delivers messages to the other processes unchanged, and none to its own process';

it.each<[string, () => StoreHarness, string]>([
  ['loses updates', of(losesUpdates), 'loses no increment'],
  ['does not read its own writes', of(none, readsOutside), 'shows a transaction its own writes'],
  ['reads alternatives one after the other', of(readsInTurn), PAGES_CASE],
  ['skips rows with the same time', of(skipsEqual), PAGES_CASE],
  ['counts the rows of all tenants', of(countsAll), TENANT_CASE],
  ['removes the rows of all tenants in a transaction', of(none, removesOfAll), TENANT_CASE],
  ['loses signals', losesSignals, SIGNALS_CASE],
  ['sends signals to itself', echoesSignals, SIGNALS_CASE],
])('a store that %s fails a case that names the mistake', async (_mistake, createHarness, behaviour) => {
  const found = storeConformance.find(({ name }) => name === behaviour);
  await expect(found?.run(createHarness())).rejects.toThrow(AssertionError);
});

it('a store without these mistakes passes the same cases', async () => {
  const cases = storeConformance.filter(({ name }) => ['loses no increment', PAGES_CASE, TENANT_CASE].includes(name));
  for (const { run } of cases) await run(of(none)());
  const correct = shared((listeners, own) => ({
    listen: listenOf(own),
    async send(message) {
      for (const receive of listeners) if (!own.includes(receive)) receive(message);
    },
  }));
  for (const { name, run } of storeConformance) if (name === SIGNALS_CASE) await run(correct);
});
