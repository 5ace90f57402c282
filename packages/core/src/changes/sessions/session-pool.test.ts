import type { AnyPluginDefinition, ConnectionRequest, FactValues, Session } from '@portcullis/plugin-api';
import { createFakeClock, createRecordingLogger } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createSessionPool } from './session-pool.ts';

type Request = ConnectionRequest<Record<string, unknown>, FactValues>;

function setUp(connect?: (request: Request) => Promise<void>) {
  const clock = createFakeClock();
  const requests: Request[] = [];
  const open = new Set<Session>();
  const closes: (() => Promise<void>)[] = [];
  const definition = {
    type: 'T',
    privileged: ['username', 'sign'],
    async connect(request: Request) {
      requests.push(request);
      await connect?.(request);
      const session: Session = {
        run: async () => ({}),
        async close() {
          open.delete(session);
          await closes.shift()?.();
        },
      };
      open.add(session);
      return session;
    },
  } as unknown as AnyPluginDefinition;
  const pool = createSessionPool(
    {
      definition,
      config: { host: 'h', username: 'admin', sign: { token: 't' } },
      mode: 'automatic',
      facts: { cluster: 'c' },
      secrets: { servicePassword: 'p' },
      logger: createRecordingLogger(),
    },
    clock,
  );
  const signal = new AbortController().signal;
  return { clock, pool, requests, open, closes, signal };
}

const flushMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a session pool', () => {
  it('reuses only an idle session of the same stage, actor and role', async () => {
    const { pool, signal, requests } = setUp();
    const used: Session[] = [];
    const use = (stage: string, actor: 'setup' | 'service', role?: string) =>
      pool.use(stage, actor, signal, async (session) => void used.push(session), role);
    await use('main', 'setup');
    await use('main', 'setup');
    await use('main', 'service');
    await use('other', 'setup');
    await use('main', 'setup', 'owner');
    await use('main', 'setup');
    expect(requests).toHaveLength(4);
    expect(used[0]).toBe(used[1]);
    expect(used[0]).toBe(used[5]);
    expect(used[4]).not.toBe(used[0]);
  });

  it('assigns a session to one user at a time', async () => {
    const { pool, signal, requests } = setUp();
    await pool.use('main', 'setup', signal, (outer) =>
      pool.use('main', 'setup', signal, async (inner) => expect(inner).not.toBe(outer)),
    );
    expect(requests).toHaveLength(2);
  });

  it('separates privileged values and secrets: each actor gets only its own', async () => {
    const { pool, signal, requests } = setUp();
    await pool.use('main', 'setup', signal, async () => {});
    await pool.use('main', 'service', signal, async () => {});
    expect(requests.map(({ actor, config, secrets, deadlineMs }) => ({ actor, config, secrets, deadlineMs }))).toEqual([
      {
        actor: 'setup',
        config: { host: 'h', username: 'admin', sign: { token: 't' } },
        secrets: {},
        deadlineMs: 30_000,
      },
      { actor: 'service', config: { host: 'h' }, secrets: { servicePassword: 'p' }, deadlineMs: 30_000 },
    ]);
  });

  it('does not reuse a session that failed, or whose user was aborted', async () => {
    const { pool, signal, open } = setUp();
    await expect(pool.use('main', 'setup', signal, () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    expect(open.size).toBe(0);
    const given = new AbortController();
    await pool.use('main', 'setup', given.signal, async () => given.abort());
    expect(open.size).toBe(0);
  });

  it('closes the session of a call that ignores its signal, five seconds after the abort', async () => {
    const { pool, open, clock } = setUp();
    const given = new AbortController();
    const using = pool.use('main', 'setup', given.signal, () => new Promise<void>(() => {}));
    await flushMicrotasks();
    given.abort(new Error('too late'));
    await pool.close();
    clock.advance(4999);
    await flushMicrotasks();
    expect(open.size).toBe(1);
    clock.advance(1);
    await expect(using).rejects.toThrow('too late');
    expect(open.size).toBe(0);
  });

  it('lets a call that was aborted end before it closes its session', async () => {
    const { pool, open, clock } = setUp();
    const given = new AbortController();
    const { promise, resolve } = Promise.withResolvers<string>();
    const using = pool.use('main', 'setup', given.signal, () => promise);
    await flushMicrotasks();
    given.abort();
    await flushMicrotasks();
    expect(open.size).toBe(1);
    resolve('done');
    expect(await using).toBe('done');
    expect(open.size).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it('closes the idle sessions of one stage, or all of them', async () => {
    const { pool, signal, open } = setUp();
    for (const [stage, actor] of [
      ['a', 'setup'],
      ['a', 'service'],
      ['b', 'setup'],
    ] as const) {
      await pool.use(stage, actor, signal, async () => {});
    }
    await pool.closeStage('a');
    expect(open.size).toBe(1);
    await pool.close();
    expect(open.size).toBe(0);
  });

  it('closes sessions that are still in use when it closes, as soon as they are free', async () => {
    const { pool, signal, open } = setUp();
    let finish = (): void => {};
    const using = pool.use(
      'main',
      'setup',
      signal,
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await flushMicrotasks();
    await pool.close();
    expect(open.size).toBe(1);
    finish();
    await using;
    expect(open.size).toBe(0);
  });

  it('fails a connection at its deadline, and closes a late one', async () => {
    let arrive = (): void => {};
    const { pool, signal, open, clock } = setUp(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const call = pool.use('main', 'setup', signal, async () => {});
    await flushMicrotasks();
    clock.advance(30_000);
    await expect(call).rejects.toMatchObject({ failureClass: 'timeout' });
    arrive();
    await flushMicrotasks();
    expect(open.size).toBe(0);
  });

  it('is closed when its sessions are', async () => {
    const { pool, signal, closes } = setUp();
    let end = (): void => {};
    closes.push(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    await pool.use('main', 'setup', signal, async () => {});
    let isClosed = false;
    const closing = pool.close().then(() => {
      isClosed = true;
    });
    await flushMicrotasks();
    expect(isClosed).toBe(false);
    end();
    await closing;
    expect(isClosed).toBe(true);
  });

  it('does not wait for ever for a driver that hangs during close', async () => {
    const { pool, signal, closes, clock } = setUp();
    closes.push(() => new Promise(() => {}));
    await pool.use('main', 'setup', signal, async () => {});
    const closing = pool.close();
    await flushMicrotasks();
    clock.advance(5_000);
    await closing;
  });
});
