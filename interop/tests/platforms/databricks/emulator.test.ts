import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFingerprint, addLocation, addPrincipal } from '../../../src/platforms/databricks/emulator/account.ts';
import { type Emulator, startEmulator } from '../../../src/platforms/databricks/emulator/emulator.ts';

const WAREHOUSE = '0123456789abcdef';
const SERVICE = '5f1e0a3c-0000-4000-8000-0000000000aa';
const UNITY = '/api/2.1/unity-catalog';

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator();
  const { account, signIn } = emulator;
  for (const principal of ['ada@example.com', 'bob@example.com']) addPrincipal(account, principal);
  addPrincipal(account, SERVICE, { displayName: 'portcullis' });
  account.groups.set('governance', { level: 'account', members: new Set([SERVICE]) });
  account.groups.set('platform', { level: 'account', members: new Set(['governance']) });
  account.groups.set('local', { level: 'workspace', members: new Set([SERVICE]) });
  if (account.metastore) account.metastore.owner = 'ada@example.com';
  account.warehouses.set(WAREHOUSE, {
    name: 'Starter',
    state: 'RUNNING',
    startsAfter: 2,
    usableBy: new Set(['account users']),
  });
  signIn.tokens.set('dapi-ada', { principal: 'ada@example.com' });
  signIn.tokens.set('dapi-bob', { principal: 'bob@example.com' });
  signIn.tokens.set('dapi-service', { principal: SERVICE });
  signIn.secrets.set(SERVICE, 'dose-secret');
});

afterEach(() => emulator.stop());

async function call(
  path: string,
  { token = 'dapi-ada', method = 'GET', body }: CallOptions = {},
): Promise<GivenResponse> {
  const response = await fetch(`${emulator.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

interface CallOptions {
  readonly token?: string;
  readonly method?: string;
  readonly body?: object;
}

interface GivenResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a server's response is inspected, not typed.
  readonly body: any;
}

const submit = (statement: string, token?: string, more: object = {}): Promise<GivenResponse> =>
  call('/api/2.0/sql/statements', {
    ...(token === undefined ? {} : { token }),
    method: 'POST',
    body: { statement, warehouse_id: WAREHOUSE, wait_timeout: '10s', ...more },
  });

describe('the emulator of Statement Execution', () => {
  it('returns the rows of a statement, with all cells as text', async () => {
    const { body } = await submit('SELECT current_user() AS me, current_catalog() AS catalog, 1 AS one');
    expect(body).toMatchObject({
      status: { state: 'SUCCEEDED' },
      manifest: { schema: { columns: [{ name: 'me' }, { name: 'catalog' }, { name: 'one' }] } },
      result: { data_array: [['ada@example.com', 'main', '1']] },
    });
  });

  it('starts a stopped warehouse, and queues a statement until then', async () => {
    const warehouse = emulator.account.warehouses.get(WAREHOUSE);
    if (warehouse) warehouse.state = 'STOPPED';
    const { body } = await submit('SELECT 1');
    expect(body.status.state).toBe('PENDING');
    expect(warehouse?.state).toBe('STARTING');
    const poll = async () => (await call(`/api/2.0/sql/statements/${body.statement_id}`)).body.status.state;
    expect(await poll()).toBe('PENDING');
    expect(await poll()).toBe('SUCCEEDED');
    expect(warehouse?.state).toBe('RUNNING');
  });

  it('cancels waiting statements on request', async () => {
    const warehouse = emulator.account.warehouses.get(WAREHOUSE);
    if (warehouse) warehouse.state = 'STOPPED';
    const { body } = await submit('CREATE CATALOG c', 'dapi-ada', { on_wait_timeout: 'CANCEL' });
    expect(body.status.state).toBe('CANCELED');
    expect(emulator.account.securables.has('c')).toBe(false);
  });

  it('keeps a statement running until it is cancelled', async () => {
    emulator.failNext('CREATE CATALOG', 'hang');
    const { body } = await submit('CREATE CATALOG c', 'dapi-ada', { wait_timeout: '0s' });
    const path = `/api/2.0/sql/statements/${body.statement_id}`;
    expect((await call(path)).body.status.state).toBe('RUNNING');
    expect((await call(path)).body.status.state).toBe('RUNNING');
    await call(`${path}/cancel`, { method: 'POST' });
    expect((await call(path)).body.status.state).toBe('CANCELED');
    expect(emulator.statements.at(-1)?.outcome).toBe('cancelled');
  });

  it('reports a failure with a 200, a code and a SQLSTATE', async () => {
    const denied = await submit('CREATE CATALOG c', 'dapi-bob');
    expect(denied).toMatchObject({
      status: 200,
      body: {
        status: {
          state: 'FAILED',
          sql_state: '42501',
          error: {
            error_code: 'BAD_REQUEST',
            message: "PERMISSION_DENIED: User does not have CREATE CATALOG on Metastore 'primary'.",
          },
        },
      },
    });
    expect((await submit('SELECT 1; SELECT 2')).body.status.error.message).toContain('[PARSE_SYNTAX_ERROR]');
  });

  it.each([
    ['no token of the workspace', { token: 'dapi-unknown' }, 403, 403],
    ['a warehouse id that is none', { warehouse_id: 'x' }, 400, 'INVALID_PARAMETER_VALUE'],
    ['a warehouse that is gone', { warehouse_id: 'ffffffffffffffff' }, 404, 'RESOURCE_DOES_NOT_EXIST'],
    ['a wait that is too long', { wait_timeout: '51s' }, 400, 'INVALID_PARAMETER_VALUE'],
  ])('refuses %s', async (_what, { token, ...more }: { token?: string; [field: string]: unknown }, status, code) => {
    expect(await submit('SELECT 1', token, more)).toMatchObject({ status, body: { error_code: code } });
  });

  it('hides statements from other principals', async () => {
    const { body } = await submit('SELECT 1');
    const response = await call(`/api/2.0/sql/statements/${body.statement_id}`, { token: 'dapi-bob' });
    expect(response.status).toBe(404);
  });
});

/** Returns the added grants, without those that every user has from the start. */
const granted = () => emulator.account.grants.filter(({ principal }) => principal !== 'account users');

describe('the emulator of the account', () => {
  it('rejects statements without a privilege, ownership or MANAGE', () => {
    const ada = emulator.editor('ada@example.com');
    const bob = emulator.editor('bob@example.com');
    expect(() => bob('CREATE CATALOG c')).toThrow(/CREATE CATALOG on Metastore/);
    ada('GRANT CREATE CATALOG ON METASTORE TO `bob@example.com`');
    bob('CREATE CATALOG c');
    const service = emulator.editor(SERVICE);
    expect(() => service('CREATE SCHEMA c.s')).toThrow(/USE CATALOG on Catalog 'c'/);
    bob('GRANT USE CATALOG ON CATALOG c TO `platform`');
    expect(() => service('CREATE SCHEMA c.s')).toThrow(/CREATE SCHEMA on Catalog 'c'/);
    bob('GRANT CREATE SCHEMA ON CATALOG c TO `governance`');
    service('CREATE SCHEMA c.s');
    expect(() => service('DROP CATALOG c CASCADE')).toThrow(/MANAGE on Catalog 'c'/);
    bob(`GRANT MANAGE ON CATALOG c TO \`${SERVICE}\``);
    expect(() => service('DROP CATALOG c')).toThrow(/not empty/);
    service('DROP CATALOG c CASCADE');
    expect(granted().map(({ privilege }) => privilege)).toEqual(['CREATE CATALOG']);
  });

  it('rejects statements that the platform rejects for every principal', () => {
    const ada = emulator.editor('ada@example.com');
    expect(() => ada('CREATE CATALOG `a b`')).toThrow(/not a valid name/);
    ada('CREATE CATALOG `Mixed`');
    expect(() => ada('CREATE CATALOG mixed')).toThrow(/ALREADY_EXISTS/);
    expect(() => ada('GRANT USE CATALOG ON CATALOG mixed TO `local`')).toThrow(/Could not find principal/);
    expect(() => ada('GRANT CREATE CATALOG ON CATALOG mixed TO `governance`')).toThrow(/not applicable/);
    if (emulator.account.metastore) emulator.account.metastore.storageRoot = undefined;
    expect(() => ada('CREATE CATALOG other')).toThrow(/storage root URL does not exist/);
    const elsewhere = "CREATE CATALOG other MANAGED LOCATION 's3://bucket/other'";
    expect(() => ada(elsewhere)).toThrow(/No parent external location/);
    addLocation(emulator.account, 'bucket', 's3://bucket', 'bob@example.com');
    expect(() => ada(elsewhere)).toThrow(/does not have CREATE MANAGED STORAGE on External Location 'bucket'/);
    ada('GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION bucket TO `ada@example.com`');
    ada(elsewhere);
  });

  it('requires an account admin for grants on system schemas', () => {
    const bob = emulator.editor('bob@example.com');
    const grant = 'GRANT USE SCHEMA ON SCHEMA system.access TO `governance`';
    expect(() => bob(grant)).toThrow(/not an account admin/);
    Object.assign(emulator.account.principals.get('bob@example.com') ?? {}, { isAccountAdmin: true });
    bob(grant);
    expect(granted()).toHaveLength(1);
  });

  it('has its initial state after create and drop, grant and revoke', () => {
    const before = accountFingerprint(emulator.account);
    const ada = emulator.editor('ada@example.com');
    for (const statement of [
      "CREATE CATALOG IF NOT EXISTS c COMMENT 'it\\'s'",
      "CREATE CATALOG IF NOT EXISTS c COMMENT 'it\\'s'",
      'GRANT USE CATALOG, USE SCHEMA ON CATALOG c TO `account users`',
      'GRANT USE CATALOG, USE SCHEMA ON CATALOG c TO `account users`',
      'REVOKE USE CATALOG, USE SCHEMA ON CATALOG c FROM `account users`',
      'REVOKE USE CATALOG, USE SCHEMA ON CATALOG c FROM `account users`',
      'ALTER CATALOG c SET OWNER TO `ada@example.com`',
      'DROP CATALOG IF EXISTS c CASCADE',
      'DROP CATALOG IF EXISTS c CASCADE',
    ])
      ada(statement);
    expect(accountFingerprint(emulator.account)).toBe(before);
  });
});

describe('the emulator of the information schema and of scripts', () => {
  const guarded = (mark: string): string => `-- makes c; only if it is not there
BEGIN
  IF NOT EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'c') THEN
    CREATE CATALOG \`c\` COMMENT '${mark}';
  ELSEIF NOT EXISTS (SELECT 1 FROM system.information_schema.catalogs WHERE catalog_name = 'c' AND comment = '${mark}') THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'c is not ours; THEN stop';
  END IF;
END;
BEGIN
  GRANT USE CATALOG ON CATALOG c TO \`governance\`;
END;`;

  it('runs a script twice, and stops it at a foreign object', () => {
    emulator.runScript('ada@example.com', guarded('mark; --one'));
    const once = accountFingerprint(emulator.account);
    emulator.runScript('ada@example.com', guarded('mark; --one'));
    expect(accountFingerprint(emulator.account)).toBe(once);
    expect(emulator.account.securables.get('c')?.comment).toBe('mark; --one');
    emulator.editor('ada@example.com')('REVOKE USE CATALOG ON CATALOG c FROM `governance`');
    expect(() => emulator.runScript('ada@example.com', guarded('mark two'))).toThrow(/c is not ours/);
    expect(granted()).toEqual([]);
    expect(() => emulator.runScript('ada@example.com', 'BEGIN SELECT 1;')).toThrow(/end of input/);
  });

  it('shows policies on tables to principals that may see the tables, in chunks', async () => {
    const ada = emulator.editor('ada@example.com');
    for (const statement of [
      'CREATE CATALOG c',
      'CREATE SCHEMA c.p',
      'CREATE FUNCTION c.p.f(x STRING) RETURNS BOOLEAN RETURN true',
      'CREATE TABLE c.p.one (x STRING)',
      'CREATE TABLE c.p.two (x STRING)',
      'ALTER TABLE c.p.one SET ROW FILTER c.p.f ON (x)',
      'ALTER TABLE c.p.two SET ROW FILTER c.p.f ON (x)',
      'ALTER TABLE c.p.two ALTER COLUMN x SET MASK c.p.f',
    ])
      ada(statement);
    const query =
      "SELECT catalog_name, table_name FROM system.information_schema.row_filters WHERE filter_catalog = 'c'";
    emulator.limits.rowsPerChunk = 1;
    const { body } = await submit(query);
    expect(body).toMatchObject({ manifest: { total_chunk_count: 2 }, result: { data_array: [['c', 'one']] } });
    const next = await call(`/api/2.0/sql/statements/${body.statement_id}/result/chunks/1`);
    expect(next.body.data_array).toEqual([['c', 'two']]);
    expect((await submit(query, 'dapi-bob')).body.manifest.total_row_count).toBe(0);
    ada('DROP FUNCTION c.p.f');
    expect(() => ada('SELECT 1 FROM c.p.one LIMIT 1')).toThrow(/UNRESOLVED_ROUTINE/);
    ada('ALTER TABLE c.p.one DROP ROW FILTER');
    expect(ada('SELECT 1 FROM c.p.one LIMIT 1')).toEqual([]);
  });
});

describe('the emulator of Unity Catalog’s REST interface', () => {
  it('returns 404 for a missing object and 403 for a hidden one', async () => {
    emulator.editor('ada@example.com')('CREATE CATALOG c');
    const get = (name: string) => call(`${UNITY}/catalogs/${name}`, { token: 'dapi-bob' });
    expect(await get('nowhere')).toMatchObject({ status: 404, body: { error_code: 'CATALOG_DOES_NOT_EXIST' } });
    expect(await get('c')).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    const listed = await call(`${UNITY}/catalogs?max_results=0&page_token=0`, { token: 'dapi-bob' });
    expect(listed.body.catalogs).toMatchObject([{ name: 'system' }]);
  });

  it('returns inherited privileges, and empty pages before the last one', async () => {
    const ada = emulator.editor('ada@example.com');
    ada('CREATE CATALOG c');
    ada('CREATE SCHEMA c.s');
    ada('GRANT USE CATALOG, MANAGE ON CATALOG c TO `governance`');
    const path = `${UNITY}/effective-permissions/schema/c.s`;
    const first = (await call(`${path}?max_results=0`)).body;
    expect(first).toMatchObject({ privilege_assignments: [], next_page_token: expect.any(String) });
    const second = (await call(`${path}?max_results=0&page_token=${first.next_page_token}`)).body;
    expect(second.next_page_token).toBeUndefined();
    expect(second.privilege_assignments).toEqual([
      {
        principal: 'governance',
        privileges: ['USE_CATALOG', 'MANAGE'].map((privilege) => ({
          privilege,
          inherited_from_type: 'CATALOG',
          inherited_from_name: 'c',
        })),
      },
    ]);
  });

  it('refuses lists without pages', async () => {
    expect(await call(`${UNITY}/catalogs`)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_PARAMETER_VALUE' },
    });
  });

  it('lists system schemas for admins of the metastore only', async () => {
    const path = `${UNITY}/metastores/${emulator.account.metastore?.id}/systemschemas`;
    const listed = await call(`${path}?max_results=0&page_token=0`);
    expect(listed.body.schemas).toContainEqual({ schema: 'access', state: 'ENABLE_COMPLETED' });
    expect((await call(path, { token: 'dapi-bob' })).status).toBe(403);
  });

  it('returns the caller and its groups, including nested ones', async () => {
    const { body } = await call('/api/2.0/preview/scim/v2/Me', { token: 'dapi-service' });
    expect(body.userName).toBe(SERVICE);
    expect(body.groups.map(({ display }: { display: string }) => display).sort()).toEqual([
      'governance',
      'local',
      'platform',
    ]);
  });
});

describe('the emulator of the groups of the account', () => {
  const ask = (filter: string) => call(`/api/2.0/account/scim/v2/Groups?filter=${encodeURIComponent(filter)}`);

  it('shows them to workspace admins, ignoring case, without the groups of the workspace', async () => {
    expect((await ask('displayName eq "governance"')).status).toBe(403);
    Object.assign(emulator.account.principals.get('ada@example.com') ?? {}, { isWorkspaceAdmin: true });
    expect((await ask('displayName eq "GOVERNANCE"')).body.Resources).toMatchObject([{ displayName: 'governance' }]);
    expect((await ask('displayName eq "local"')).body).toMatchObject({ totalResults: 0 });
    expect((await ask('nonsense')).status).toBe(400);
  });
});

describe('the emulator of the token endpoint', () => {
  const ask = async (secret: string, more: object = {}): Promise<GivenResponse> => {
    const response = await fetch(`${emulator.address}/oidc/v1/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${SERVICE}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'all-apis', ...more }),
    });
    return { status: response.status, body: await response.json() };
  };

  it('gives a service principal a token that expires', async () => {
    const { body } = await ask('dose-secret');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const token = body.access_token;
    expect((await submit('SELECT 1', token)).body.status.state).toBe('SUCCEEDED');
    emulator.signIn.expireAccessTokens();
    expect((await submit('SELECT 1', token)).status).toBe(403);
  });

  it.each([
    ['a wrong secret', 'wrong', {}, 401, 'invalid_client'],
    ['another grant', 'dose-secret', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another scope', 'dose-secret', { scope: 'nothing' }, 400, 'invalid_scope'],
  ])('refuses %s', async (_what, secret, more, status, error) => {
    expect(await ask(secret, more)).toMatchObject({ status, body: { error } });
  });
});
