import { StoreConflictError, type StoreTransaction } from '@portcullis/core';
import { sampleRow } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostLibrary, LibraryTransaction, OpenLibrary } from './host-library.ts';
import type { TestHost } from './open-host.ts';

/** The database of the libraries. */
export interface LibraryServer {
  openHost(): Promise<TestHost>;
  /** True if the server rolls a transaction back after a failed statement, which MariaDB does not. */
  readonly undoesTransactions: boolean;
}

/** Declares the behaviour of transactions of libraries that the store joins. */
export function describeLibraries<Joinable>(
  libraries: readonly (readonly [string, OpenLibrary<Joinable>])[],
  { openHost, undoesTransactions }: LibraryServer,
): void {
  let host: TestHost;

  beforeAll(async () => {
    host = await openHost();
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  describe.each(libraries)('a transaction of %s', (name, openLibrary) => {
    let library: HostLibrary<Joinable>;

    beforeAll(async () => {
      library = await openLibrary(host.connectionString);
    });
    afterAll(() => library?.close());

    const join = ({ joinable }: LibraryTransaction<Joinable>) => host.store.join?.(joinable) as StoreTransaction;
    /** A name for a tag that no other test uses. */
    const named = (what: string) => `${what} with ${name}`;

    const notify = (open: LibraryTransaction<Joinable>, tagName: string) =>
      host.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName } }, join(open));

    /** Writes a tag and publishes it in the transaction. */
    async function createTag(open: LibraryTransaction<Joinable>, tagName: string): Promise<void> {
      await open.insertTag(tagName);
      await notify(open, tagName);
    }

    /** Resolves when an action of a later commit has run, after those of all earlier commits. */
    async function afterNextCommit(): Promise<void> {
      let ran: Promise<void> | undefined;
      await library.transaction(async (open) => {
        ran = new Promise((resolve) => join(open).afterCommit(resolve));
        await join(open).count('leases', {});
      });
      await ran;
    }

    it('is committed together with a notification, which is then sent and was not visible before', async () => {
      const tag = named('committed');
      await library.transaction(async (open) => {
        await createTag(open, tag);
        expect(await host.committed(tag)).toEqual({ tags: [], events: [] });
      });
      expect(await host.committed(tag)).toEqual({ tags: [tag], events: [tag] });
      const bodies = () => host.receiver.requests.map(({ body }) => body.toString());
      await expect.poll(bodies).toContainEqual(expect.stringContaining(`"tagName":"${tag}"`));
    });

    it('is rolled back together with a notification by an error of the host', async () => {
      const tag = named('rolled back');
      const failing = library.transaction(async (open) => {
        await createTag(open, tag);
        throw new Error('The host has changed its mind.');
      });
      await expect(failing).rejects.toThrow('The host has changed its mind.');
      expect(await host.committed(tag)).toEqual({ tags: [], events: [] });
    });

    it('is rolled back together with a notification by an error of the library', async () => {
      const tag = named('twice');
      const failing = library.transaction(async (open) => {
        await createTag(open, tag);
        await open.insertTag(tag);
      });
      await expect(failing).rejects.toThrow();
      expect(await host.committed(tag)).toEqual({ tags: [], events: [] });
    });

    it('is rolled back by an error of the store, which names the broken constraint', async () => {
      const tag = named('conflict');
      const failing = library.transaction(async (open) => {
        await createTag(open, tag);
        await join(open).insert('leases', sampleRow('leases', 1));
        await join(open).insert('leases', sampleRow('leases', 1));
      });
      const error = await failing.catch((reason: unknown) => reason);
      expect(StoreConflictError.isInstance(error) && [error.table, error.constraint]).toEqual(['leases', 'key']);
      expect(await host.committed(tag)).toEqual({ tags: [], events: [] });
    });

    it('is rolled back even if the host ignores an error of the store, and runs no action', async ({ skip }) => {
      if (!undoesTransactions) skip('The server undoes only the failed statement.');
      const tag = named('ignored');
      let ran = 0;
      const ignoring = library.transaction(async (open) => {
        await createTag(open, tag);
        join(open).afterCommit(() => {
          ran += 1;
        });
        await join(open).insert('leases', sampleRow('leases', 1));
        await join(open)
          .insert('leases', sampleRow('leases', 1))
          .catch(() => {});
      });
      const isReported = await ignoring.then(
        () => false,
        () => true,
      );
      await afterNextCommit();
      expect(ran).toBe(0);
      expect(await host.committed(tag)).toEqual({ tags: [], events: [] });
      expect(isReported).toBe(library.reportsRollback);
    });

    it('can be joined several times, also concurrently', async () => {
      const [first, second, ...others] = ['first', 'second', 'third', 'fourth'].map(named) as [string, string];
      await library.transaction(async (open) => {
        await createTag(open, first);
        await createTag(open, second);
        await Promise.all(others.map((tag) => notify(open, tag)));
      });
      const events = [first, second, ...others];
      expect(await host.committed(...events)).toEqual({ tags: [first, second], events });
    });

    it('is independent of concurrent ones', async () => {
      const tags = Array.from({ length: 8 }, (_each, number) => named(`concurrent ${number}`));
      const even = tags.filter((_tag, number) => number % 2 === 0);
      const outcomes = await Promise.allSettled(
        tags.map((tag) =>
          library.transaction(async (open) => {
            await createTag(open, tag);
            if (!even.includes(tag)) throw new Error('The number is odd.');
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(even.length);
      expect(await host.committed(...tags)).toEqual({ tags: even, events: even });
    });

    it('keeps its other writes if a nested transaction is rolled back, and reports only these', async ({ skip }) => {
      const [outer, inner] = [named('outer'), named('inner')];
      const reported: number[] = [];
      const unsubscribe = host.portcullis.events.on('notification.published', ({ eventId }) => reported.push(eventId));
      let nested: Promise<void> | undefined;
      const eventIds: number[] = [];
      await library.transaction(async (open) => {
        nested = open.nested?.(async (within) => {
          await within.insertTag(inner);
          eventIds.push((await notify(within, inner)).eventId);
          throw new Error('The nested one fails.');
        });
        await nested?.catch(() => {});
        await open.insertTag(outer);
        eventIds.push((await notify(open, outer)).eventId);
      });
      if (!nested) skip('The library has no nested transactions.');
      await expect.poll(() => reported).toContain(eventIds[1]);
      unsubscribe();
      expect(reported).not.toContain(eventIds[0]);
      expect(await host.committed(outer, inner)).toEqual({ tags: [outer], events: [outer] });
    });

    it('is refused if none is open', ({ skip }) => {
      const { withoutTransaction } = library;
      if (!withoutTransaction) return skip('The library is joined without a function of the store.');
      expect(() => withoutTransaction()).toThrow(expect.objectContaining({ code: 'STORE_INPUT_INVALID' }));
    });
  });
}
