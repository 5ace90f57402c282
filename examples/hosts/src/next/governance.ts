import { APPLICATION_ADMIN, createPortcullis, createStaticSecretKeys, type Portcullis } from '@portcullis/core';
import { createHttpHandler, type HttpHandler } from '@portcullis/http';
import { trino } from '@portcullis/plugin-trino';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { createSessions } from '../sessions.ts';

/** The instance of this process, and its handler. */
export interface Governance {
  readonly portcullis: Portcullis;
  readonly handler: HttpHandler;
  /** Signs in the only user of this example. */
  signIn(): string;
}

/** Next.js bundles each route separately, so a variable of this module would exist several times. */
const KEY = Symbol.for('governance of this process');

/** Opens the instance at the first call. It must not open at import, because `next build` imports the routes too. */
export function governance(): Promise<Governance> {
  const shared = globalThis as { [KEY]?: Promise<Governance> };
  shared[KEY] ??= open();
  return shared[KEY];
}

async function open(): Promise<Governance> {
  const portcullis = await createPortcullis({
    plugins: [trino()],
    store: createSqliteStore({ file: process.env.STORE_FILE ?? 'portcullis.db' }),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } }),
    logger: console,
  });
  const { authenticate, signIn } = createSessions();
  return {
    portcullis,
    handler: createHttpHandler(portcullis, {
      basePath: '/governance',
      authenticate,
      ...(process.env.PUBLIC_URL ? { publicUrl: process.env.PUBLIC_URL } : {}),
    }),
    signIn: () => signIn({ id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] }),
  };
}
