import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { classifyFailure, definitionOf, sql } from '@portcullis/plugin-api';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RedshiftSession } from '../src/connection/redshift-session.ts';
import { redshift } from '../src/index.ts';
import { type Administrator, administrator, untilRunning } from './support/administrator.ts';
import { configFor, environment, quiet, type TestEnvironment } from './support/test-environment.ts';

let server: RunningPostgres;
let admin: Administrator;
let set: TestEnvironment;

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
  set = environment(configFor(server));
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

const never = new AbortController().signal;

/** Returns the engine's classification of a failure. */
async function failureOf(
  work: Promise<unknown>,
): Promise<{ class: string; code?: string | undefined; message: string }> {
  const error = await work.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  );
  return classifyFailure(error, set.definition.classifyError);
}

function run(session: RedshiftSession, text: string, signal = never): Promise<unknown> {
  return session.run({ kind: 'statement', text, reveal: () => text }, { signal });
}

describe('a failed connection is explained', () => {
  it.each([
    ['a wrong password', { password: 'Wrong1Password' }, 'credentials', '28P01'],
    ['an unknown account', { username: 'unknown' }, 'credentials', '28P01'],
    ['a missing database', { initialDatabase: 'not_there' }, 'not-found', '3D000'],
    ['a closed port', { port: 1 }, 'network', undefined],
  ])('with %s', async (_what, changes, expected, code) => {
    const failure = await failureOf(environment(configFor(server, changes)).connect('initial'));
    expect(failure.class).toBe(expected);
    if (code) expect(failure.code).toBe(code);
    expect(failure.message).not.toMatch(/Wrong1Password/);
  });

  it('with a server that does not speak TLS', async () => {
    const definition = definitionOf(redshift({ engine: 'postgresql', tls: 'verified' }));
    const request = {
      config: set.config,
      stage: 'initial',
      actor: 'setup',
      mode: 'automatic',
      facts: {},
      secrets: {},
      signal: never,
      deadlineMs: 60_000,
      logger: quiet,
    };
    const failure = await failureOf(definition.connect?.(request as never) as Promise<unknown>);
    expect(failure).toMatchObject({ class: 'tls', message: 'The server does not offer TLS.' });
  });

  it('on Amazon Redshift if the name resolves to this machine, before a byte is sent', async () => {
    const received: Buffer[] = [];
    const trap = await listen((socket) => socket.on('data', (data) => received.push(data)));
    const definition = definitionOf(redshift());
    const config = { ...set.config, host: 'localhost', port: trap.port };
    const request = {
      config,
      stage: 'initial',
      actor: 'setup',
      mode: 'automatic',
      facts: {},
      secrets: {},
      signal: never,
      deadlineMs: 60_000,
      logger: quiet,
    };
    const failure = await failureOf(definition.connect?.(request as never) as Promise<unknown>);
    expect(failure).toMatchObject({ class: 'invalid-input', message: expect.stringContaining('this machine') });
    await trap.close();
    expect(received).toEqual([]);
  });
});

describe('a connection to a silent server', () => {
  it('fails at the deadline', async () => {
    const silent = await listen(() => {});
    const failure = await failureOf(connectTo(silent.port, { deadlineMs: 50 }));
    expect(failure.class).toBe('timeout');
    await silent.close();
  });

  it('is aborted as soon as its caller aborts', async () => {
    const controller = new AbortController();
    const silent = await listen(() => controller.abort());
    const failure = await failureOf(connectTo(silent.port, { signal: controller.signal }));
    expect(failure.class).toBe('timeout');
    await silent.close();
  });
});

describe('a running statement', () => {
  it('is cancelled on the server when the caller aborts', async () => {
    const session = await set.connect('initial');
    const controller = new AbortController();
    const running = failureOf(run(session, 'SELECT pg_sleep(600) /* abandoned */', controller.signal));
    await untilRunning(admin, '%/* abandoned */%', true);
    controller.abort();
    expect(await running).toMatchObject({ class: 'timeout', code: '57014' });
    await untilRunning(admin, '%/* abandoned */%', false);
    expect(await session.query(sql`SELECT 1 AS still`)).toEqual([{ still: 1 }]);
    await session.close();
  });

  it('fails when the server closes the connection, without an uncaught error', async () => {
    const session = await set.connect('initial');
    const running = failureOf(run(session, 'SELECT pg_sleep(600) /* cut */'));
    await untilRunning(admin, '%/* cut */%', true);
    await admin.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%/* cut */%' AND pid <> pg_backend_pid()",
    );
    expect(await running).toMatchObject({ class: 'network', code: '57P01' });
    expect((await failureOf(run(session, 'SELECT 1'))).class).toBe('network');
    await session.close();
  });

  it('ends when its session closes', async () => {
    const session = await set.connect('initial');
    const running = failureOf(run(session, 'SELECT pg_sleep(600) /* closed */'));
    await untilRunning(admin, '%/* closed */%', true);
    await session.close();
    expect((await running).class).toBe('network');
  });

  it('is not sent if the caller has already aborted', async () => {
    const session = await set.connect('initial');
    await expect(run(session, 'SELECT 1', AbortSignal.abort())).rejects.toThrow(/aborted/);
    await session.close();
  });
});

describe('an idle connection', () => {
  it('may be closed by the server without an uncaught error', async () => {
    const session = await set.connect('initial');
    const [row] = await session.query(sql`SELECT pg_backend_pid() AS pid`);
    await admin.rows(`SELECT pg_terminate_backend(${Number(row?.pid)}, 5000)`);
    expect((await failureOf(run(session, 'SELECT 1'))).class).toBe('network');
    await session.close();
    await session.close();
  });

  it('has an application name, a time-out and its own search path', async () => {
    const session = await set.connect('initial');
    const rows = await session.query(
      sql`SELECT current_setting('application_name') AS name, current_setting('statement_timeout') AS timeout, current_setting('search_path') AS path`,
    );
    expect(rows).toEqual([{ name: 'portcullis', timeout: '5min', path: 'pg_catalog' }]);
    await session.close();
  });
});

describe('an error of the server', () => {
  it.each([
    ['CREATE DATABASE postgres', 'already-exists', '42P04'],
    ['CREATE ROLE postgres', 'already-exists', '42710'],
    ['CREATE SCHEMA public', 'already-exists', '42P06'],
    ['DROP DATABASE not_there', 'not-found', '3D000'],
    ['DROP ROLE not_there', 'not-found', '42704'],
    ['DROP SCHEMA not_there', 'not-found', '3F000'],
    ['SELECT * FROM not_there', 'not-found', '42P01'],
    ['DROP DATABASE postgres', 'in-use', '55006'],
    ['DROP ROLE postgres', 'in-use', '55006'],
    ['CREATE ROLE pg_mine', 'invalid-input', '42939'],
    ['SELEC 1', 'internal', '42601'],
    ["SELECT 'x'::int", 'invalid-input', '22P02'],
    ['BEGIN; CREATE DATABASE other', 'internal', '25001'],
  ])('%s is %s', async (text, expected, code) => {
    const session = await set.connect('initial');
    expect(await failureOf(run(session, text))).toMatchObject({ class: expected, code });
    await session.close();
  });
});

interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

async function listen(onConnection: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, 'localhost');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

function connectTo(
  port: number,
  more: { readonly signal?: AbortSignal; readonly deadlineMs?: number },
): Promise<unknown> {
  const { signal = never, deadlineMs = 60_000 } = more;
  const config = { ...set.config, host: 'localhost', port };
  const request = {
    config,
    stage: 'initial',
    actor: 'setup',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal,
    deadlineMs,
    logger: quiet,
  };
  return set.definition.connect?.(request as never) as Promise<unknown>;
}

describe('a transient failure', () => {
  /**
   * Creates a function on the server that fails a number of times with a code, and then returns the number of its
   * calls.
   */
  async function failing(times: number, code: string): Promise<void> {
    await admin.rows('DROP FUNCTION IF EXISTS public.at_last(); DROP SEQUENCE IF EXISTS public.tries');
    await admin.rows('CREATE SEQUENCE public.tries; GRANT USAGE ON SEQUENCE public.tries TO PUBLIC');
    await admin.rows(`CREATE FUNCTION public.at_last() RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE asked bigint := nextval('public.tries');
      BEGIN
        IF asked <= ${times} THEN RAISE EXCEPTION 'Not now.' USING ERRCODE = '${code}'; END IF;
        RETURN asked;
      END $$`);
  }
  const question = sql`SELECT public.at_last()::int AS asked`;

  it('causes a retry of a query, but not of a statement', async () => {
    const session = await set.connect('initial');
    try {
      await failing(2, '40001');
      expect(await session.query(question)).toEqual([{ asked: 3 }]);
      await failing(1, '40001');
      expect(await failureOf(run(session, 'SELECT public.at_last()'))).toMatchObject({ class: 'transient' });
      expect(await session.query(question)).toEqual([{ asked: 2 }]);
    } finally {
      await session.close();
    }
  });

  it('is reported after three attempts, and any other failure immediately', async () => {
    const session = await set.connect('initial');
    try {
      await failing(9, '40001');
      expect(await failureOf(session.query(question))).toMatchObject({ class: 'transient', code: '40001' });
      expect(await admin.rows('SELECT last_value::int AS tries FROM public.tries')).toEqual([{ tries: 3 }]);
      await failing(9, '42501');
      expect(await failureOf(session.query(question))).toMatchObject({ class: 'missing-grant' });
      expect(await admin.rows('SELECT last_value::int AS tries FROM public.tries')).toEqual([{ tries: 1 }]);
    } finally {
      await session.close();
    }
  });
});
