import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type OperationAnswer,
  type Portcullis,
  ServiceError,
  type ValidationResults,
} from '@portcullis/core';
import { shellSyntax } from '@portcullis/plugin-api';
import { startRedis } from '@portcullis/testing/redis';
import { createClient } from '@redis/client';
import { redis } from '../../src/index.ts';

/** An administrator's request. */
export const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const ACCOUNT = { username: 'administrator', password: 'Admin4Account "Password' };

/** A server with an ACL file, its administrator, and an instance of the library. */
export interface RealEnvironment {
  readonly portcullis: Portcullis;
  /** Sends a command as an administrator. */
  send(...command: readonly string[]): Promise<unknown>;
  /** The accounts of the server, apart from their passwords, sorted. */
  accounts(): Promise<readonly string[]>;
  /** The accounts that a restart would restore, in the same form. */
  savedAccounts(): readonly string[];
  /** Runs a script with `sh`. Returns the exit status, and the output of errors. */
  runScript(script: string): { readonly status: number | null; readonly errors: string };
  /** The body of POST and PUT. */
  bodyFor(changes?: object, autoBootstrap?: boolean): object;
  stop(): Promise<void>;
}

/**
 * Starts them.
 *
 * @param persistence - the options of the command line with which the server keeps its accounts. @default an ACL file
 */
export async function startEnvironment(program: string, persistence?: readonly string[]): Promise<RealEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-redis-'));
  const file = join(folder, 'users.acl');
  writeFileSync(file, '');
  const server = await startRedis(program, { settings: persistence ?? ['--aclfile', file] });
  const port = Number(new URL(server.url).port);
  const admin = createClient({ url: server.url });
  await admin.connect();
  const send: RealEnvironment['send'] = (...command) => admin.sendCommand(command);
  await send('ACL', 'SETUSER', ACCOUNT.username, 'on', `>${ACCOUNT.password}`, '~*', '&*', '+@all');
  const portcullis = await createPortcullis({
    // The server has no certificate, and runs on this machine.
    plugins: [redis({ tls: 'off', localHosts: 'allowed' })],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
  });
  return {
    portcullis,
    send,
    accounts: async () => withoutPasswords((await send('ACL', 'LIST')) as readonly string[]),
    savedAccounts: () => withoutPasswords(readFileSync(file, 'utf8').split('\n')),
    runScript(script) {
      const client = program.replace(/-server(?=[^/\\]*$)/, '-cli');
      const call = shellSyntax(client, '-p', String(port), '--user', ACCOUNT.username).program ?? [];
      const { quote } = shellSyntax('sh');
      const alias = `alias redis-cli=${quote(call.map(quote).join(' '))}`;
      const { status, stderr } = spawnSync('sh', ['-c', `${alias}\n${script}`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, REDISCLI_AUTH: ACCOUNT.password },
        cwd: dirname(file),
      });
      return { status, errors: stderr };
    },
    bodyFor(changes = {}, autoBootstrap = true) {
      const place = { host: '127.0.0.1', port, prefix: 'gov', authenticationType: 'password' };
      return { type: 'Redis', autoBootstrap, config: { ...place, ...ACCOUNT, ...changes } };
    },
    async stop() {
      await portcullis.close();
      admin.destroy();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function withoutPasswords(lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/#[0-9a-f]{64} /g, ''))
    .toSorted();
}

/** Waits until no operation runs. Throws with the cause if the status is not the expected one. */
export async function waitForStatus(portcullis: Portcullis, id: number, wanted: string): Promise<void> {
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status === wanted) return;
  const operations = await portcullis.integrations.operations(ADMIN, id).catch(() => []);
  throw new Error(`The status is ${status}, not ${wanted}: ${JSON.stringify(operations.at(-1)?.error)}`);
}

/** Sets an integration up, and waits for it. */
export async function setUp(portcullis: Portcullis, body: object): Promise<number> {
  const id = Number(((await portcullis.integrations.create(ADMIN, body)) as OperationAnswer).id);
  await waitForStatus(portcullis, id, 'enabled');
  return id;
}

/** The failed tests of an operation that is refused. */
export async function refusals(operation: Promise<unknown>): Promise<ValidationResults['validationTests']> {
  try {
    await operation;
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    const results = error.extras.validationResults as ValidationResults | undefined;
    const failed = results?.validationTests.filter(({ status }) => status === 'failed') ?? [];
    if (failed.length > 0) return failed;
    throw error;
  }
  throw new Error('It was not refused.');
}
