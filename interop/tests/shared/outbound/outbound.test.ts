import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@portcullis/testing/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAccount, startEmulator as startGoogle } from '../../../src/platforms/bigquery/emulator/emulator.ts';
import * as databricks from '../../../src/platforms/databricks/test-environment.ts';
import * as s3 from '../../../src/platforms/s3/test-environment.ts';
import * as snowflake from '../../../src/platforms/snowflake/test-environment.ts';
import * as synapse from '../../../src/platforms/synapse/test-environment.ts';
import { bareEnvironment } from '../../../src/shared/bare-environment.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { startTlsFront } from '../../../src/shared/network/tls-front.ts';
import type { OutboundOrder, OutboundReport, SetUpOrder } from '../../../src/shared/outbound/one-process.ts';

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, '../../../src/shared/outbound/one-process.ts');
const PLUGINS = join(import.meta.dirname, '../../../../plugins');
const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Runs an order in a separate process, whose environment names neither proxies nor cloud accounts. */
async function report(order: OutboundOrder, more: Readonly<Record<string, string>> = {}): Promise<OutboundReport> {
  const home = await mkdtemp(join(tmpdir(), 'portcullis-outbound-'));
  stops.push(() => rm(home, { recursive: true, force: true }));
  const { stdout } = await run(
    process.execPath,
    ['--conditions=source', '--disable-warning=ExperimentalWarning', CHILD, JSON.stringify(order)],
    { env: bareEnvironment({ HOME: home, ...more }), timeout: 60_000 },
  );
  return JSON.parse(stdout) as OutboundReport;
}

const hostOf = (address: string): string => new URL(address).host;

async function snowflakeOrder(signIn: keyof typeof snowflake.SIGN_IN): Promise<SetUpOrder> {
  const environment = await snowflake.startEnvironment();
  stops.push(() => environment.close());
  const { role: _role, ...credentials } = snowflake.SIGN_IN[signIn];
  return {
    plugin: 'snowflake',
    options: { endpoint: environment.emulator.address },
    body: snowflake.body(true, snowflake.SIGN_IN[signIn]),
    credentials,
    targets: [hostOf(environment.emulator.address)],
  };
}

async function databricksOrder(signIn: keyof typeof databricks.SIGN_IN): Promise<SetUpOrder> {
  const environment = await databricks.startEnvironment();
  stops.push(() => environment.close());
  return {
    plugin: 'databricks',
    options: { endpoint: environment.emulator.address },
    body: databricks.body(true, databricks.SIGN_IN[signIn]),
    targets: [hostOf(environment.emulator.address)],
  };
}

async function redshiftOrder(): Promise<SetUpOrder> {
  const { stop, host, port, database: initialDatabase, user: username, password } = await startPostgres();
  stops.push(stop);
  const signIn = { authenticationType: 'userPassword', username, password };
  const target = { host, port, database: 'governance', initialDatabase };
  return {
    plugin: 'redshift',
    options: { engine: 'postgresql' },
    body: { type: 'Redshift', autoBootstrap: true, config: { ...target, ...signIn } },
    credentials: signIn,
    targets: [`${host}:${port}`],
  };
}

async function synapseOrder(): Promise<SetUpOrder> {
  const environment = await synapse.startEnvironment();
  stops.push(() => environment.close());
  const body = environment.body(true) as { readonly config: { readonly username: string; readonly password: string } };
  const { username, password } = body.config;
  const { port, ca } = environment.emulator;
  return {
    plugin: 'synapse',
    options: { localPorts: [port], certificateAuthorities: [ca] },
    body,
    credentials: { authenticationType: 'userPassword', username, password },
    // `localhost` resolves on this machine.
    targets: [`127.0.0.1:${port}`, `::1:${port}`, `localhost:${port}`],
  };
}

async function bigqueryOrder(): Promise<SetUpOrder> {
  const google = await startGoogle();
  stops.push(google.stop);
  const { credential } = google.admit(makeAccount());
  const names = { role: 'portcullis', dataset: 'governance', datasetSuffix: '_secure', location: 'EU' };
  return {
    plugin: 'bigquery',
    options: { endpoints: google.endpoints },
    body: { type: 'Google BigQuery', autoBootstrap: false, config: { ...names, credential } },
    targets: [...new Set(Object.values<string>({ ...google.endpoints }).map(hostOf))],
  };
}

async function s3Order(): Promise<SetUpOrder> {
  const environment = await s3.startEnvironment();
  stops.push(() => environment.close());
  return {
    plugin: 's3',
    options: { endpoints: environment.emulator.endpoints },
    body: s3.body(),
    targets: [...new Set(Object.values<string>({ ...environment.emulator.endpoints }).map(hostOf))],
  };
}

const trinoOrder = async (): Promise<SetUpOrder> => ({
  plugin: 'trino',
  options: {},
  body: { type: 'Trino' },
  targets: [],
});

describe('from import to exit, a set-up and its removal connect only to the configured target:', () => {
  it.each([
    ['snowflake by its driver, with a password', () => snowflakeOrder('password')],
    ['snowflake over REST, with a key pair', () => snowflakeOrder('keyPair')],
    ['databricks with a token', () => databricksOrder('token')],
    ['databricks with an OAuth client', () => databricksOrder('client')],
    ['redshift', redshiftOrder],
    ['synapse', synapseOrder],
    ['bigquery', bigqueryOrder],
    ['s3', s3Order],
    ['trino', trinoOrder],
  ])('%s', async (_name, orderOf) => {
    const order = await orderOf();
    const { recorded, statuses, variables, failure } = await report(order);
    expect(recorded.filter(({ kind, target }) => kind !== 'connect' || !order.targets.includes(target))).toEqual([]);
    expect(failure).toBeUndefined();
    expect(statuses).toEqual(['enabled', 'deleted']);
    expect(variables).toEqual([]);
    expect(recorded.filter(({ phase }) => phase === 'import')).toEqual([]);
    expect(recorded.some(({ phase }) => phase === 'connection')).toBe(order.targets.length > 0);
  });
});

it('over TLS the driver of Snowflake also checks the revocation of certificates, and makes no other connection', async () => {
  const order = await snowflakeOrder('password');
  const authority = createCertificateAuthority();
  const { endpoint = '' } = order.options as { readonly endpoint?: string };
  const front = await startTlsFront(endpoint, authority.issue(['localhost']));
  stops.push(front.stop);
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-authority-'));
  stops.push(() => rm(folder, { recursive: true }));
  const trusted = join(folder, 'authority.pem');
  await writeFile(trusted, authority.cert);
  const { recorded, statuses } = await report(
    { ...order, options: { endpoint: front.address }, targets: [hostOf(front.address)] },
    { NODE_EXTRA_CA_CERTS: trusted },
  );
  expect(statuses).toEqual(['enabled', 'deleted']);
  const targets = new Set(recorded.map(({ kind, target }) => `${kind} ${target}`));
  expect(targets).toEqual(new Set([`connect ${hostOf(front.address)}`, 'connect ocsp.snowflakecomputing.com:80']));
});

/** Every package that a plugin depends on or requests, except those without network access. */
async function driversOf(plugin: string): Promise<readonly string[]> {
  const text = await readFile(join(PLUGINS, plugin, 'package.json'), 'utf8');
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
  return Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !name.startsWith('@portcullis/'));
}

describe('an imported driver', () => {
  it.each(['databricks', 'redshift', 'synapse', 'bigquery', 's3', 'trino'])(
    'makes no connection: drivers of %s',
    { timeout: 120_000 },
    async (plugin) => {
      for (const driver of await driversOf(plugin)) {
        const { recorded, failure } = await report({ plugin, driver });
        expect(failure, driver).toBeUndefined();
        expect(recorded, driver).toEqual([]);
      }
    },
  );

  it('of Snowflake requests the metadata addresses of clouds, which the recorder detects and refuses', async () => {
    const { recorded } = await report({ plugin: 'snowflake', driver: 'snowflake-sdk' });
    const targets = recorded.map(({ target }) => target);
    expect(targets).toContain('169.254.169.254:80');
    expect(targets).toContain('metadata.google.internal:80');
  });
});
