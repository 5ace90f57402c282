import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  APPLICATION_ADMIN,
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type Portcullis,
} from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { portcullisExpress } from '@portcullis/http/express';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { trino } from '@portcullis/plugin-trino';
import { freePort } from '@portcullis/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RedshiftLike, startRedshiftLike } from '../../src/platforms/redshift/emulator/start-redshift-like.ts';
import type { Account } from '../../src/platforms/s3/emulator/account.ts';
import { type Emulator, startEmulator } from '../../src/platforms/s3/emulator/emulator.ts';
import { ACCOUNT, KEY_ID, REGION, ROLE, SECRET, sampleAccount } from '../../src/platforms/s3/sample-account.ts';
import { bareEnvironment } from '../../src/shared/bare-environment.ts';

const COMMAND = fileURLToPath(import.meta.resolve('@portcullis/cli'));
const ADA = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
const HOST = 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com';

const warehouse = (initialDatabase: string, role: string) => `type: Redshift
autoBootstrap: true
config:
  host: ${HOST}
  database: governance
  initialDatabase: ${initialDatabase}
  authenticationType: userPassword
  username: \${env:WAREHOUSE_USER}
  password: \${env:WAREHOUSE_PASSWORD}
  impersonation: { enabled: true, role: ${role} }
`;
const lake = (role: string) => `type: Native S3
autoBootstrap: false
config:
  name: Lake
  awsAccountId: "${ACCOUNT}"
  awsRegion: ${REGION}
  awsLocationRole: ${role}
  awsLocationPath: s3://acme-lake/curated/
  authenticationType: accessKey
  awsAccessKeyId: \${env:LAKE_KEY_ID}
  awsSecretAccessKey: \${file:lake-secret}
`;

let folder: string;
let platform: RedshiftLike;
let aws: Emulator;
let account: Account;
let portcullis: Portcullis;
let server: Server;
let env: Record<string, string>;
/** The environment in which all parts work. */
let right: Record<string, string>;

/** Runs the command in the way of a shell. */
function run(...parameters: readonly string[]): Promise<{ code: number; out: string; notes: string }> {
  const options = { cwd: folder, env: bareEnvironment(env) };
  const command = ['--conditions=source', COMMAND, ...parameters];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, command, options, (_error, out, notes) =>
      resolve({ code: child.exitCode ?? -1, out, notes }),
    );
  });
}

const applied = async (...parameters: readonly string[]) => {
  const { code, out, notes } = await run('apply', 'governance', '--json', ...parameters);
  return { code, notes, outcomes: JSON.parse(out) as readonly object[] };
};

beforeAll(async () => {
  platform = await startRedshiftLike();
  account = sampleAccount();
  aws = await startEmulator(account);
  portcullis = await createPortcullis({
    plugins: [redshift({ driver: platform.driver }), s3({ endpoints: aws.endpoints }), trino()],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  });
  const respond = portcullisExpress(createHttpHandler(portcullis, { basePath: '/governance' }));
  server = createServer((request, response) => {
    void respond(request, response, () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  env = {
    PORTCULLIS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/governance`,
    PORTCULLIS_API_KEY: (await portcullis.apiKeys.issue({ name: 'Pipeline', principal: ADA })).key,
    WAREHOUSE_USER: platform.server.user,
    WAREHOUSE_PASSWORD: platform.server.password,
    LAKE_KEY_ID: KEY_ID,
  };
  right = env;
  folder = await mkdtemp(join(tmpdir(), 'apply-'));
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await portcullis?.close();
  await aws?.stop();
  await platform?.stop();
  if (folder) await rm(folder, { recursive: true });
});

const write = async (name: string, text: string) => {
  await mkdir(join(folder, 'governance'), { recursive: true });
  await writeFile(join(folder, 'governance', name), text);
};
const versions = async () =>
  (await portcullis.integrations.list({ principal: ADA })).map(
    ({ integration }) => `${integration.id} ${integration.status}`,
  );

describe('the process "apply" with a folder for three platforms', () => {
  it('shows the changes in a dry run, and exits with 3', async () => {
    await write('lake-secret', SECRET);
    await write('a-warehouse.yaml', warehouse(platform.server.database, 'analysts'));
    await write('b-lake.yaml', lake(ROLE));
    await write('c-cluster.yaml', 'type: Trino\n');
    const { code, notes, outcomes } = await applied('--dry-run');
    expect(outcomes).toEqual([
      { file: 'governance/a-warehouse.yaml', outcome: 'pending' },
      { file: 'governance/b-lake.yaml', outcome: 'pending' },
      { file: 'governance/c-cluster.yaml', outcome: 'pending' },
    ]);
    expect(code).toBe(3);
    expect(notes).toContain('CREATE DATABASE');
    expect(await versions()).toEqual([]);
  });

  it('requires --yes without a terminal, and exits with 2', async () => {
    const { code, notes } = await run('apply', 'governance');
    expect(code).toBe(2);
    expect(notes).toContain('--yes');
  });

  it('creates all integrations, and reports them', async () => {
    const { code, notes, outcomes } = await applied('--yes');
    expect(notes).toContain('governance/a-warehouse.yaml: enabled');
    expect(outcomes).toEqual([
      { file: 'governance/a-warehouse.yaml', outcome: 'created', id: '1' },
      { file: 'governance/b-lake.yaml', outcome: 'created', id: '2' },
      { file: 'governance/c-cluster.yaml', outcome: 'created', id: '3' },
    ]);
    expect(code).toBe(0);
    expect(notes).not.toContain(platform.server.password);
    expect(await versions()).toEqual(['1 enabled', '2 enabled', '3 enabled']);
  });

  it('changes nothing the second time, on the server or on a platform', async () => {
    const integrations = await portcullis.integrations.list({ principal: ADA });
    const seen = aws.seen.filter((operation) => /^(Create|Delete|Put)/.test(operation)).length;
    const statements = platform.statements.length;
    const { code, outcomes } = await applied('--yes');
    expect(outcomes).toEqual([
      { file: 'governance/a-warehouse.yaml', outcome: 'unchanged', id: '1' },
      { file: 'governance/b-lake.yaml', outcome: 'unchanged', id: '2' },
      { file: 'governance/c-cluster.yaml', outcome: 'unchanged', id: '3' },
    ]);
    expect(code).toBe(0);
    expect(await portcullis.integrations.list({ principal: ADA })).toEqual(integrations);
    const since = platform.statements.slice(statements);
    expect(since.filter((text) => /^(CREATE|ALTER|DROP|GRANT|REVOKE)/.test(text))).toEqual([]);
    expect(aws.seen.filter((operation) => /^(Create|Delete|Put)/.test(operation))).toHaveLength(seen);
    expect((await applied('--dry-run')).code).toBe(0);
  });

  it('changes only fields that differ', async () => {
    await write('a-warehouse.yaml', warehouse(platform.server.database, 'auditors'));
    const { code, outcomes } = await applied('--yes');
    expect(outcomes.map((each) => (each as { outcome: string }).outcome)).toEqual([
      'updated',
      'unchanged',
      'unchanged',
    ]);
    expect(code).toBe(0);
    const [role] = await platform.run("SELECT rolname FROM pg_roles WHERE rolname = 'auditors'");
    expect(role).toBeDefined();
  });

  it('names the differing fields of a type that cannot be edited, applies nothing, and exits with 1', async () => {
    await write('b-lake.yaml', lake(`arn:aws:iam::${ACCOUNT}:role/another`));
    const { code, notes } = await run('apply', 'governance', '--yes');
    expect(code).toBe(1);
    expect(notes).toContain('Integration 2 differs in awsLocationRole');
    expect(notes).toContain('Delete it, then apply again');
    await write('b-lake.yaml', lake(ROLE));
  });

  it('exits with 1 and prints the remedy when a statement fails, and continues afterwards', async () => {
    await write('a-warehouse.yaml', warehouse(platform.server.database, 'stewards'));
    platform.refuseNext('CREATE ROLE');
    platform.refuseNext('ALTER ROLE');
    const failed = await run('apply', 'governance/a-warehouse.yaml', '--yes');
    expect(failed.code).toBe(1);
    expect(failed.notes).toContain('editError');
    expect((await applied('--yes')).code).toBe(0);
    expect(await versions()).toEqual(['1 enabled', '2 enabled', '3 enabled']);
  });
});

describe('a user of apply', () => {
  afterEach(() => {
    env = right;
  });
  it('gets a message about an expired or unknown key, a server that is down, and a wrong path, with exit code 4', async () => {
    const expired = await portcullis.apiKeys.issue({ name: 'Old', principal: ADA, expiresAt: new Date(0) });
    env = { ...right, PORTCULLIS_API_KEY: expired.key };
    expect(await run('integrations')).toMatchObject({ code: 4, notes: expect.stringContaining('API_KEY_INVALID') });
    env = { ...right, PORTCULLIS_API_KEY: `pck_${'0'.repeat(49)}` };
    expect(await run('apply', 'governance')).toMatchObject({
      code: 4,
      notes: expect.stringContaining('API_KEY_INVALID'),
    });
    env = { ...right, PORTCULLIS_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await run('integrations')).toMatchObject({ code: 4, notes: expect.stringContaining('UNREACHABLE') });
    env = { ...right, PORTCULLIS_URL: String(right.PORTCULLIS_URL).replace('/governance', '/elsewhere') };
    expect(await run('integrations')).toMatchObject({ code: 4, notes: expect.stringContaining('NOT_PORTCULLIS') });
  });

  it('gets a message about a secret in the file, and nothing is sent', async () => {
    await write(
      'a-warehouse.yaml',
      warehouse(platform.server.database, 'x').replace(/\$\{env:WAREHOUSE_PASS.*\}/, 'x9'),
    );
    const { code, notes } = await run('apply', 'governance', '--yes');
    expect(code).toBe(2);
    expect(notes).toContain('config.password is a secret and must not be in the file');
  });
});
