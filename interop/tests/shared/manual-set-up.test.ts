import { ServiceError, type ValidationResults, type ValidationTestResult } from '@portcullis/core';
import { definitionOf, type Plugin } from '@portcullis/plugin-api';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';
import { createSimulatedPlatform, runScript, simulate } from '@portcullis/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN } from '../../src/shared/admin.ts';
import { openInMemory } from '../../src/shared/open-in-memory.ts';

const PASSWORD = 'Canary7Password';
const SERVICE = '5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e';
const [bigQuerySample = {}] = definitionOf(bigquery()).samples;
const [s3Sample = {}] = definitionOf(s3()).samples;
const ON = { enabled: true };

interface Platform {
  readonly plugin: Plugin;
  /** A manual config. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly facts?: Readonly<Record<string, string>>;
  /** The account that signs in. Absent if the credential outlives the script, or if no script exists. */
  readonly account?: { readonly kind: string; readonly name: string };
  /** The objects that only the delete script removes, as responses name them. */
  readonly scripted: readonly string[];
  /** The change of the config by which a PUT requires more objects, and the objects that its script creates. */
  readonly more?: { readonly changes: object; readonly objects: readonly string[] };
}

const PLATFORMS: readonly (readonly [type: string, platform: Platform])[] = [
  [
    'Snowflake',
    {
      plugin: snowflake(),
      config: {
        host: 'myorg-myaccount.snowflakecomputing.com',
        warehouse: 'GOVERNANCE_WH',
        database: 'GOVERNANCE',
        authenticationType: 'userPassword',
        username: 'SVC',
        password: PASSWORD,
        role: 'GOVERNANCE_SYSTEM',
      },
      account: { kind: 'user', name: 'SVC' },
      scripted: ['database GOVERNANCE', 'role GOVERNANCE_SYSTEM', 'user SVC'],
      more: { changes: { impersonation: ON }, objects: ['role GOVERNANCE_IMPERSONATION'] },
    },
  ],
  [
    'Redshift',
    {
      plugin: redshift(),
      config: {
        host: 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
        database: 'governance',
        authenticationType: 'userPassword',
        username: 'svc',
        password: PASSWORD,
      },
      account: { kind: 'user', name: 'svc' },
      scripted: ['database governance', 'user svc'],
      more: { changes: { impersonation: ON }, objects: ['role governance_impersonation'] },
    },
  ],
  [
    'Azure Synapse Analytics',
    {
      plugin: synapse(),
      config: {
        host: 'myworkspace.sql.azuresynapse.net',
        database: 'pool',
        schema: 'governance',
        metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
        authenticationType: 'userPassword',
        username: 'svc',
        password: PASSWORD,
      },
      account: { kind: 'login', name: 'svc' },
      scripted: ['login svc', 'user svc', 'schema governance', 'schema governance_system'],
      more: { changes: { impersonation: ON }, objects: ['role governance_impersonation'] },
    },
  ],
  [
    'Databricks',
    {
      plugin: databricks(),
      config: {
        workspaceUrl: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
        httpPath: '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b',
        catalog: 'governance',
        authenticationType: 'oAuthM2M',
        oAuthClientConfig: { clientId: SERVICE, clientSecret: 'doseCanary0123456789abcdef', scope: 'all-apis' },
      },
      facts: { metastoreId: 'm', servicePrincipal: SERVICE },
      scripted: ['catalog governance', 'schema governance.portcullis_system'],
      more: { changes: { audit: ON }, objects: [`grant select on the audit tables to ${SERVICE}`] },
    },
  ],
  ['Google BigQuery', { plugin: bigquery(), config: bigQuerySample, scripted: [] }],
  ['Native S3', { plugin: s3(), config: s3Sample, scripted: [] }],
  ['Trino', { plugin: trino(), config: {}, scripted: [] }],
];

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** An integration that a script has set up, if its type has scripts. */
async function setUp(type: string, { plugin: original, config, facts }: Platform) {
  const platform = createSimulatedPlatform();
  const plugin = simulate(original, platform, facts ? { facts } : {});
  const portcullis = await openInMemory({
    plugins: [plugin],
    integrations: { transientRetries: 0 },
  });
  open.push(() => portcullis.close());
  const { integrations } = portcullis;
  const definition = definitionOf(plugin);
  const body = (changes: object = {}) =>
    definition.bootstrap === 'none' ? { type } : { type, autoBootstrap: false, config: { ...config, ...changes } };
  const parsed = definition.config.parse(config) as object;
  for (const { kind, name, server, place, scope } of requiredOf()) platform.plant({ kind, name, server, place, scope });
  const run = (script: string) =>
    runScript(platform, { plugin, config: parsed, script, secrets: { servicePassword: PASSWORD }, decides: true });
  const hasScripts = (definition.dialect ?? null) !== null && definition.bootstrap === 'automatic-or-manual';
  if (hasScripts) {
    const [described] = await integrations.types(ADMIN);
    for (const kind of ['initial-create', 'create'] as const)
      if (described?.scripts.includes(kind)) run((await integrations.script(ADMIN, kind, body())).script);
  }
  const response = await integrations.create(ADMIN, body());
  const id = Number('id' in response ? response.id : Number.NaN);
  expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
  return { platform, integrations, id, run, body, hasScripts };

  function requiredOf() {
    const target = definition.target(parsed);
    const objects = definition.objects(parsed, {
      mode: 'manual',
      facts: facts ?? {},
      mark: (key: string) => `portcullis:i:t:${key}`,
      options: {},
    });
    return objects
      .filter(({ sharing, create }) => sharing === 'required' || create.length === 0)
      .map((object) => ({
        kind: object.kind,
        name: object.name,
        server: target?.scope ?? '',
        scope: object.scope,
        place:
          object.scope === 'database'
            ? (definition.stages.find(({ id: stage }) => stage === object.stage)?.database?.(parsed) ?? '')
            : '',
      }));
  }
}

/** The test of the scripts in a response or a refusal, with the status of the response. */
async function verdictOf(
  call: Promise<unknown>,
  id: 'manual-removal-complete' | 'manual-setup-complete',
): Promise<{ readonly statusCode: number; readonly results: ValidationResults; readonly test: ValidationTestResult }> {
  const [statusCode, results] = await call.then(
    (response) => [200, (response as { validationResults: ValidationResults }).validationResults] as const,
    (error: unknown) => {
      if (!ServiceError.isInstance(error)) throw error;
      return [error.statusCode, error.extras.validationResults as ValidationResults] as const;
    },
  );
  const test = results.validationTests.find((each) => each.id === id);
  if (!test) throw new Error(`No test ${id} among ${results.validationTests.map((each) => each.id).join(', ')}.`);
  return { statusCode, results, test };
}

const scripted = PLATFORMS.filter(([, { scripted: objects }]) => objects.length > 0);

describe('a manual DELETE', () => {
  it.each(scripted)('of %s without any script run is a 422 that names every object', async (type, platform) => {
    const { integrations, id } = await setUp(type, platform);
    const { statusCode, test } = await verdictOf(integrations.remove(ADMIN, id, undefined), 'manual-removal-complete');
    expect(statusCode).toBe(422);
    expect(test).toMatchObject({ name: 'Validate Manual: Delete Script Was Run', status: 'failed' });
    expect(test.message).toMatch(/^Still on the platform: .*Run the delete script/);
    for (const object of platform.scripted) expect(test.message).toContain(object);
    expect((await integrations.status(ADMIN, id)).status).toBe('enabled');
  });

  it.each(scripted.filter(([, { account }]) => account))(
    'of %s with only the account dropped is a 422 without the delete script, and a warning with every object after it',
    async (type, platform) => {
      const { integrations, id, platform: simulated } = await setUp(type, platform);
      simulated.lose(platform.account as NonNullable<Platform['account']>);
      simulated.refuseConnections({ with: 'credentials' });
      const blind = await verdictOf(integrations.remove(ADMIN, id, undefined), 'manual-removal-complete');
      expect(blind.statusCode).toBe(422);
      expect(blind.test.message).toMatch(/cannot see whether the delete script was run.*forceDisable/);
      await integrations.deleteScript(ADMIN, id);
      const { statusCode, results, test } = await verdictOf(
        integrations.remove(ADMIN, id, undefined),
        'manual-removal-complete',
      );
      expect(statusCode).toBe(200);
      expect(results.status).toBe('warning');
      expect(test.message).toMatch(/^Not observed: /);
      for (const object of platform.scripted) expect(test.message).toContain(object);
      expect((await integrations.whenIdle(id)).status).toBe('deleted');
    },
  );

  it.each(PLATFORMS)(
    'of %s after the whole script ends in the status deleted and leaves none of our objects',
    async (type, platform) => {
      const { integrations, id, run, hasScripts, platform: simulated } = await setUp(type, platform);
      if (hasScripts) run((await integrations.deleteScript(ADMIN, id)).script);
      if (platform.account) simulated.refuseConnections({ with: 'credentials' });
      await integrations.remove(ADMIN, id, undefined);
      expect((await integrations.whenIdle(id)).status).toBe('deleted');
      expect(simulated.objects.filter(({ mark }) => mark !== null)).toEqual([]);
    },
  );
});

describe('a manual PUT', () => {
  it.each(PLATFORMS.filter(([, { more }]) => more))(
    'of %s before the edit script is a 422 with the missing objects, and passes after it',
    async (type, platform) => {
      const { integrations, id, run, body } = await setUp(type, platform);
      const { changes, objects } = platform.more as NonNullable<Platform['more']>;
      const before = await verdictOf(integrations.update(ADMIN, id, body(changes)), 'manual-setup-complete');
      expect(before.statusCode).toBe(422);
      const messages = before.results.validationTests.map(({ message = '' }) => message).join('\n');
      for (const object of objects) expect(messages).toContain(object);
      run((await integrations.script(ADMIN, 'edit', body(changes), id)).script);
      await integrations.update(ADMIN, id, body(changes));
      expect((await integrations.whenIdle(id)).status).toBe('enabled');
    },
  );
});
