import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APPLICATION_ADMIN,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
  type Principal,
  type ProgressEvent,
} from '@portcullis/core';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import type { StartHost } from '../../src/host.ts';
import { createSessions } from '../../src/sessions.ts';
import { connectEvents, type EventConnection } from './connect-events.ts';
import { type Received, type Sending, send } from './send.ts';

/** The administrator of the tests. */
export const ADA: Principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };

/** The body of an integration with the simulated platform. */
export const INTEGRATION = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };

/** A host under test, with a signed-in administrator. Disposing of it closes it and removes its data. */
export interface TestHost extends AsyncDisposable {
  readonly portcullis: Portcullis;
  readonly port: number;
  /** Resolves when the source of a stream has lost its reader. */
  readonly sourceLeft: Promise<void>;
  /** Sends a request with the cookie of the administrator, `GET /path` as one text. */
  send(target: string, sending?: Sending): Promise<Received>;
  /** Follows the progress of the first integration. */
  follow(): Promise<EventConnection>;
  close(): Promise<void>;
  /** Opens the same data again, as the next process does. */
  reopen(): Promise<Portcullis>;
}

/** Starts a host around an instance with a SQLite file. */
export async function startTestHost(start: StartHost): Promise<TestHost> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-hosts-'));
  const open = opening(join(folder, 'portcullis.db'));
  const portcullis = await open();
  const sessions = createSessions();
  const cookie = sessions.signIn(ADA);
  const { promise: sourceLeft, resolve: leave } = Promise.withResolvers<void>();
  const host = await start({
    portcullis: observed(portcullis, leave),
    authenticate: sessions.authenticate,
    port: 0,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= host.close();
    return closing;
  };
  return {
    portcullis,
    port: host.port,
    sourceLeft,
    send: (target, sending) => send(host.port, target, { ...sending, headers: { cookie, ...sending?.headers } }),
    follow: () => connectEvents(host.port, '/governance/integrations/1/operations', { cookie }),
    close,
    reopen: open,
    async [Symbol.asyncDispose]() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function opening(file: string): () => Promise<Portcullis> {
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } });
  const platform = createSimulatedPlatform();
  return () =>
    createPortcullis({
      plugins: [simulatedPlugin(platform)],
      store: createSqliteStore({ file }),
      secretKeys,
      webhooks: { allow: [{ cidr: '127.0.0.1/32' }] },
    });
}

/** The same instance, which reports when a stream has left its source of events. */
function observed(portcullis: Portcullis, onLeave: () => void): Portcullis {
  const { integrations } = portcullis;
  const follow: typeof integrations.follow = async (...input) => {
    const events = await integrations.follow(...input);
    const leave = async (): Promise<IteratorResult<ProgressEvent, undefined>> => {
      onLeave();
      return (await events.return?.()) ?? { done: true, value: undefined };
    };
    return { next: () => events.next(), return: leave, [Symbol.asyncIterator]: () => events };
  };
  return { ...portcullis, integrations: { ...integrations, follow } };
}
