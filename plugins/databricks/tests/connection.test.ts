import { type AnyPluginDefinition, classifyFailure, definitionOf, type Logger, sql } from '@portcullis/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import type { DatabricksSession } from '../src/connection/databricks-session.ts';
import { databricks } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';
import { startWorkspace } from './support/workspace.ts';

const [token = {}, oauth = {}] = SAMPLES;
const STATEMENTS = '/api/2.0/sql/statements';
const RUNNING = { statement_id: 's-1', status: { state: 'PENDING' } };
const QUERY = sql`SELECT 1 AS one`;

type Workspace = Awaited<ReturnType<typeof startWorkspace>>;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Returns a reply with the responses of a statement, one after another; the last one is repeated. */
function responsesOf(...bodies: readonly object[]) {
  let next = 0;
  return () => [200, bodies[Math.min(next++, bodies.length - 1)]] as const;
}

function succeeded(rows: readonly unknown[], chunks = 1): object {
  return {
    statement_id: 's-1',
    status: { state: 'SUCCEEDED' },
    manifest: { schema: { columns: [{ name: 'one' }] }, total_chunk_count: chunks },
    result: { data_array: rows },
  };
}

async function open(
  replies: Parameters<typeof startWorkspace>[0],
  config: object = token,
): Promise<{
  readonly session: DatabricksSession;
  readonly workspace: Workspace;
  readonly definition: AnyPluginDefinition;
}> {
  const workspace = await startWorkspace(replies);
  stops.push(workspace.stop);
  const definition = definitionOf(databricks({ endpoint: workspace.endpoint }));
  const session = await (definition.connect as NonNullable<AnyPluginDefinition['connect']>)({
    config: definition.config.parse(config),
    stage: 'workspace',
    actor: 'service',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal: new AbortController().signal,
    deadlineMs: 60_000,
    logger: {} as Logger,
  });
  stops.unshift(() => session.close());
  return { session: session as DatabricksSession, workspace, definition };
}

const signal = (): AbortSignal => new AbortController().signal;

describe('a workspace that only networks with its private link reach', () => {
  const REDIRECT = [303, '', { location: '/login.html?error=private-link-validation-error:123' }] as const;

  it.each([
    ['a token', token, { 'GET /api/2.0/preview/scim/v2/Me': REDIRECT }],
    ['a client', oauth, { 'POST /oidc/v1/token': REDIRECT }],
  ])('is reported as such, with %s', async (_what, config, replies) => {
    const refusal = await open(replies, config).catch((error: unknown) => error);
    expect(classifyFailure(refusal, definitionOf(databricks()).classifyError)).toMatchObject({
      class: 'network',
      code: 'PRIVATE_LINK_VALIDATION_ERROR',
      message: expect.stringContaining('private link'),
    });
  });
});

describe('the tag policies outside of the catalog', () => {
  const UNITY = 'GET /api/2.1/unity-catalog';
  const paged = 'max_results=1000';
  const calls = (name: string, called: string) => ({ name, row_filter: { function_name: called } });
  const catalogs = (...names: readonly string[]): Parameters<typeof startWorkspace>[0] => ({
    [`${UNITY}/metastore_summary`]: [200, { metastore_id: 'm', name: 'primary' }],
    [`${UNITY}/policies/METASTORE/primary?${paged}`]: [400, { error_code: 'INVALID_PARAMETER_VALUE', message: 'No.' }],
    [`${UNITY}/catalogs?${paged}`]: [200, { catalogs: names.map((name) => ({ name, owner: 'ada' })) }],
    ...Object.fromEntries(
      names.flatMap((name) =>
        ['sp-1', 'account%20users'].map((principal) => [
          `${UNITY}/effective-permissions/catalog/${name}?principal=${principal}&${paged}`,
          [200, {}],
        ]),
      ),
    ),
  });
  const list = async (replies: Parameters<typeof startWorkspace>[0]) => {
    const { session, workspace, definition } = await open(replies);
    const family = definition.families?.find(({ key }) => key === 'tag-policies');
    const config = definition.config.parse(token);
    const found = await family?.list(session as never, { config, signal: signal() } as never);
    return { found, lines: workspace.lines() };
  };

  it('are those that call a function of the catalog; hidden ones and those of shared catalogs are left out', async () => {
    const { found } = await list({
      ...catalogs('governance', 'system', 'sales', 'hidden', 'shared'),
      [`${UNITY}/policies/CATALOG/sales?${paged}`]: [
        200,
        {
          policies: [
            calls('ours', 'governance.portcullis_policies.f'),
            calls('theirs', 'sales.eu.f'),
            { name: 'grant' },
          ],
        },
      ],
      [`${UNITY}/policies/CATALOG/hidden?${paged}`]: [403, { error_code: 'PERMISSION_DENIED', message: 'No.' }],
      [`${UNITY}/policies/CATALOG/shared?${paged}`]: [400, { message: 'No.' }],
    });
    expect(found).toEqual([{ name: 'ours on sales', details: { catalog_name: 'sales', policy_name: 'ours' } }]);
  });

  it('are also those on the metastore, and on tables and schemas of catalogs that the service does not manage', async () => {
    const ours = [calls('ours', 'governance.portcullis_policies.f')];
    const columns = ['catalog_name', 'schema_name', 'securable_name', 'on_securable_type'];
    const { found, lines } = await list({
      ...catalogs('governance', 'sales'),
      [`${UNITY}/policies/METASTORE/primary?${paged}`]: [200, { policies: ours }],
      [`${UNITY}/policies/CATALOG/sales?${paged}`]: [200, {}],
      [`${UNITY}/policies/SCHEMA/sales.eu?${paged}`]: [200, { policies: ours }],
      [`${UNITY}/policies/TABLE/sales.us.orders?${paged}`]: [200, { policies: ours }],
      [`POST ${STATEMENTS}`]: [
        200,
        {
          statement_id: 's-1',
          status: { state: 'SUCCEEDED' },
          manifest: { schema: { columns: columns.map((name) => ({ name })) } },
          result: {
            data_array: [
              [null, null, null, 'METASTORE'],
              ['sales', null, null, 'CATALOG'],
              ['sales', 'eu', null, 'SCHEMA'],
              ['sales', 'us', 'orders', 'TABLE'],
              ['sales', 'us', 'orders', 'TABLE'],
              ['sales', 'us', 'forecast', 'MODEL'],
              ['governance', 'portcullis_policies', null, 'SCHEMA'],
            ],
          },
        },
      ],
    });
    expect(found).toEqual([
      { name: 'ours on the metastore', details: { policy_name: 'ours' } },
      { name: 'ours on sales.eu', details: { catalog_name: 'sales', schema_name: 'eu', policy_name: 'ours' } },
      {
        name: 'ours on sales.us.orders',
        details: { catalog_name: 'sales', schema_name: 'us', table_name: 'orders', policy_name: 'ours' },
      },
    ]);
    expect(lines.filter((line) => line.includes('/policies/'))).toHaveLength(4);
  });

  it('are not reported as absent if the workspace does not understand the request for them', async () => {
    const attempt = list({
      ...catalogs('governance', 'sales'),
      [`${UNITY}/policies/CATALOG/sales?${paged}`]: [405, { message: 'Method not allowed.' }],
    });
    await expect(attempt).rejects.toMatchObject({ status: 405 });
  });
});

describe('signing in', () => {
  it('sends a personal access token unchanged, and a user agent', async () => {
    const { session, workspace } = await open({});
    expect(await session.principal(signal())).toBe('sp-1');
    expect(workspace.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${token.token}`,
      'user-agent': expect.stringMatching(/^Portcullis\/\d/),
    });
  });

  it('gets one token with the credentials of a client, and keeps it', async () => {
    const { session, workspace } = await open(
      { 'POST /oidc/v1/token': [200, { access_token: 'short-lived', expires_in: 3600 }] },
      oauth,
    );
    await session.principal(signal());
    const [request, currentUser] = workspace.received;
    const basic = Buffer.from(String(request?.headers.authorization).replace('Basic ', ''), 'base64').toString();
    expect(basic).toBe('5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e:dose0123456789abcdef0123456789abcdef');
    expect(request?.body).toBe('grant_type=client_credentials&scope=all-apis');
    expect(currentUser?.headers.authorization).toBe('Bearer short-lived');
    expect(workspace.lines().filter((line) => line.startsWith('POST /oidc'))).toHaveLength(1);
  });

  it.each([
    ['a refused client', { 'POST /oidc/v1/token': [401, { error: 'invalid_client' }] }, 'credentials'],
    ['a token endpoint without a token', { 'POST /oidc/v1/token': [200, {}] }, 'network'],
  ] as const)('fails with %s', async (_what, replies, failureClass) => {
    const error = await open(replies, oauth).catch((thrown: unknown) => thrown);
    expect(classifyFailure(error, definitionOf(databricks()).classifyError).class).toBe(failureClass);
  });

  it.each([
    ['a refused token', [403, { error_code: 403, message: 'Invalid access token.' }], 'credentials'],
    ['a page in place of the workspace', [200, '<html>Sign in</html>'], 'network'],
    ['a redirect, which is not followed', [302, '', { location: '/elsewhere' }], 'not-found'],
  ] as const)('fails with %s', async (_what, reply, failureClass) => {
    const error = await open({ 'GET /api/2.0/preview/scim/v2/Me': reply }).catch((thrown: unknown) => thrown);
    expect(classifyFailure(error, definitionOf(databricks()).classifyError).class).toBe(failureClass);
  });

  it('sends a client secret only to listed hosts', async () => {
    const client = { ...(oauth.oAuthClientConfig as object), authorityUrl: 'https://login.evil.example/token' };
    const error = await open({}, { ...oauth, oAuthClientConfig: client }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      failureClass: 'invalid-input',
      message: expect.stringContaining('login.evil.example'),
    });
  });
});

describe('a statement', () => {
  it('is polled until it has succeeded, even if its warehouse starts slowly', async () => {
    const running = { statement_id: 's-1', status: { state: 'RUNNING' } };
    const { session, workspace } = await open({
      [`POST ${STATEMENTS}`]: [200, RUNNING],
      [`GET ${STATEMENTS}/s-1`]: responsesOf(RUNNING, running, succeeded([['1'], [null]])),
    });
    expect(await session.query(QUERY, signal())).toEqual([{ one: '1' }, { one: null }]);
    expect(JSON.parse(workspace.received[1]?.body ?? '{}')).toEqual({
      statement: 'SELECT 1 AS one',
      warehouse_id: '1a2b3c4d5e6f7a8b',
      wait_timeout: '0s',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
    });
  });

  it('returns the rows of all its chunks', async () => {
    const { session } = await open({
      [`POST ${STATEMENTS}`]: [200, succeeded([['1']], 2)],
      [`GET ${STATEMENTS}/s-1/result/chunks/1`]: [200, { data_array: [['2']] }],
    });
    expect(await session.query(QUERY, signal())).toEqual([{ one: '1' }, { one: '2' }]);
  });

  it('is cancelled on the server when the caller aborts', async () => {
    const controller = new AbortController();
    const { session, workspace } = await open({
      [`POST ${STATEMENTS}`]: [200, RUNNING],
      [`GET ${STATEMENTS}/s-1`]: () => {
        controller.abort();
        return [200, RUNNING];
      },
      [`POST ${STATEMENTS}/s-1/cancel`]: [200, {}],
    });
    await expect(session.query(QUERY, controller.signal)).rejects.toThrow();
    await expect.poll(() => workspace.lines()).toContain(`POST ${STATEMENTS}/s-1/cancel`);
  });

  it('is not sent again if its outcome is unknown, unless it is a query', async () => {
    let times = 0;
    const busy = () => {
      times += 1;
      return [503, { error_code: 'TEMPORARILY_UNAVAILABLE', message: 'Later.' }] as const;
    };
    const { session } = await open({ [`POST ${STATEMENTS}`]: busy });
    const operation = { kind: 'statement', text: 'DROP', reveal: () => 'DROP' } as const;
    await expect(session.run(operation, { signal: signal() })).rejects.toMatchObject({ status: 503 });
    expect(times).toBe(1);
    await expect(session.query(QUERY, signal())).rejects.toMatchObject({ status: 503 });
    expect(times).toBe(4);
  });

  it('is not sent again if it was accepted and its outcome cannot be read', async () => {
    const { session, workspace } = await open({
      [`POST ${STATEMENTS}`]: [200, RUNNING],
      [`GET ${STATEMENTS}/s-1`]: [429, { error_code: 'REQUEST_LIMIT_EXCEEDED', message: 'Later.' }],
      [`POST ${STATEMENTS}/s-1/cancel`]: [200, {}],
    });
    const operation = { kind: 'statement', text: 'DROP', reveal: () => 'DROP' } as const;
    // The core sends a statement again after the class "transient", and never after the class "network".
    await expect(session.run(operation, { signal: signal() })).rejects.toMatchObject({ failureClass: 'network' });
    expect(workspace.lines().filter((line) => line === `POST ${STATEMENTS}`)).toHaveLength(1);
  });

  it.each([
    ['FAILED', { error_code: 'BAD_REQUEST', message: '[SCHEMA_NOT_FOUND] No schema. SQLSTATE: 42704' }, 'not-found'],
    ['CANCELED', undefined, 'timeout'],
  ])('that ends as %s fails with the message of the server', async (state, error, failureClass) => {
    const { session, definition } = await open({
      [`POST ${STATEMENTS}`]: [200, { statement_id: 's-1', status: { state, error } }],
    });
    const thrown = await session.query(QUERY, signal()).catch((caught: unknown) => caught);
    expect(classifyFailure(thrown, definition.classifyError).class).toBe(failureClass);
  });
});

describe('lists', () => {
  it('are read up to the last page', async () => {
    const path = '/api/2.1/unity-catalog/catalogs?max_results=1000';
    const { session } = await open({
      [`GET ${path}`]: [200, { catalogs: [{ name: 'a' }], next_page_token: 'p/2' }],
      [`GET ${path}&page_token=p%2F2`]: [200, { catalogs: [{ name: 'b', owner: 'o', comment: 'c' }] }],
    });
    expect(await session.catalogs(signal())).toEqual([
      { name: 'a', owner: '', comment: '' },
      { name: 'b', owner: 'o', comment: 'c' },
    ]);
  });

  it('of groups are filtered by the exact name, with any characters', async () => {
    const filter = encodeURIComponent('displayName eq "a \\"b\\""');
    const { session } = await open({
      [`GET /api/2.0/account/scim/v2/Groups?attributes=displayName&filter=${filter}`]: [
        200,
        { Resources: [{ displayName: 'A "b"' }] },
      ],
    });
    expect(await session.hasGroup('a "b"', signal())).toBe(false);
  });
});

describe('the options', () => {
  it.each([
    [{ endpoint: 'https://dbc-a1b2c3d4-e5f6.cloud.databricks.com' }, 'not on this machine'],
    [{ endpoint: 'ftp://127.0.0.1' }, 'not on this machine'],
    [{ proxy: 'proxy.example.com' }, 'not a URL'],
    [{ requestTimeoutMs: 0 }, 'not a time-out'],
  ])('%j are refused', (options, message) => expect(() => databricks(options)).toThrow(message));
});
