import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrinoAccessPolicy, TrinoAccessRequest } from './access-policy.ts';
import { createTrinoDecisionHandler } from './create-decision-handler.ts';

const context = {
  identity: { user: 'foo', groups: ['some-group'] },
  queryId: '20250718_081710_03427_trino',
  softwareStack: { trinoVersion: '476' },
  properties: { stage: 'production' },
};
const table = { catalogName: 'example_catalog', schemaName: 'example_schema', tableName: 'example_table' };

function createHandler(policy: Partial<TrinoAccessPolicy> = {}) {
  const errors: unknown[] = [];
  const handle = createTrinoDecisionHandler({
    authenticate: async (key) => (key === 'ptr_right' ? { integrationId: 7 } : undefined),
    policy: { allow: () => true, ...policy },
    onError: (error) => errors.push(error),
  });
  const ask = async (kind: string, action: unknown, key = 'ptr_right') => {
    const url = `https://governance.example.com/api/trino/access-control/${key}/${kind}`;
    const body = JSON.stringify({ input: { context, action } });
    const response = await handle(new Request(url, { method: 'POST', body }));
    return { status: response?.status, body: await response?.json() };
  };
  return { handle, ask, errors };
}

describe('a decision to allow', () => {
  it('asks the host with the user, the action, the resource and the query', async () => {
    const received: TrinoAccessRequest[] = [];
    const { ask } = createHandler({
      allow: (request) => {
        received.push(request);
        return request.operation === 'RenameTable';
      },
    });
    const target = { table: { ...table, tableName: 'new_table_name' } };
    const rename = { operation: 'RenameTable', resource: { table }, targetResource: target };
    expect(await ask('allow', rename)).toEqual({ status: 200, body: { result: true } });
    expect(await ask('allow', { operation: 'ExecuteQuery' })).toEqual({ status: 200, body: { result: false } });
    expect(received[0]).toEqual({
      integrationId: 7,
      identity: context.identity,
      trinoVersion: '476',
      queryId: context.queryId,
      properties: context.properties,
      operation: 'RenameTable',
      resource: { table },
      targetResource: target,
      grantee: undefined,
    });
  });

  it.each([
    ['names the tenant of the key', { integrationId: 7, tenant: 'acme' }, 'acme'],
    ['names no tenant for a key of the default tenant', { integrationId: 7, tenant: '' }, undefined],
  ])('%s', async (_title, cluster, tenant) => {
    const received: TrinoAccessRequest[] = [];
    const handle = createTrinoDecisionHandler({
      authenticate: async () => cluster,
      policy: { allow: (request) => received.push(request) > 0 },
    });
    const body = JSON.stringify({ input: { context, action: { operation: 'ExecuteQuery' } } });
    await handle(
      new Request('https://governance.example.com/trino/access-control/ptr_right/allow', { method: 'POST', body }),
    );
    expect(received[0]?.tenant).toBe(tenant);
  });

  it('is a denial for every value except true', async () => {
    for (const response of [undefined, null, 1, 'yes', {}]) {
      const { ask } = createHandler({ allow: () => response as unknown as boolean });
      expect((await ask('allow', { operation: 'ExecuteQuery' })).body).toEqual({ result: false });
    }
  });
});

describe('a batch', () => {
  const tables = ['a', 'b', 'c'].map((tableName) => ({ table: { ...table, tableName } }));

  it('asks for each resource and returns the indices of the visible ones', async () => {
    const { ask } = createHandler({ allow: ({ resource }) => resource?.table?.tableName !== 'b' });
    const response = await ask('batch', { operation: 'FilterTables', filterResources: tables });
    expect(response.body).toEqual({ result: [0, 2] });
  });

  it('asks for each column if all belong to one table', async () => {
    const { ask } = createHandler({ allow: ({ resource }) => resource?.table?.columns?.[0] === 'second' });
    const filterResources = [{ table: { ...table, columns: ['first', 'second', 'third'] } }];
    const response = await ask('batch', { operation: 'FilterColumns', filterResources });
    expect(response.body).toEqual({ result: [1] });
  });

  it('asks the host once if it can answer for many', async () => {
    let calls = 0;
    const { ask } = createHandler({
      allowEach: (requests) => {
        calls += 1;
        return requests.map(({ resource }) => resource?.table?.tableName === 'c');
      },
    });
    const response = await ask('batch', { operation: 'FilterTables', filterResources: tables });
    expect(response.body).toEqual({ result: [2] });
    expect(calls).toBe(1);
  });

  it('hides resources that the host omitted', async () => {
    const { ask } = createHandler({ allowEach: () => [true] });
    const response = await ask('batch', { operation: 'FilterTables', filterResources: tables });
    expect(response.body).toEqual({ result: [0] });
  });
});

describe('filters and masks', () => {
  it('are passed on as the host returns them', async () => {
    const { ask } = createHandler({
      rowFilters: ({ table: { tableName } }) => [
        { expression: `owner = current_user AND '${tableName}' <> ''` },
        { expression: 'true', identity: 'admin' },
      ],
      columnMask: ({ column }) => (column.columnName === 'phone' ? { expression: 'NULL' } : undefined),
    });
    expect((await ask('row-filters', { operation: 'GetRowFilters', resource: { table } })).body).toEqual({
      result: [
        { expression: "owner = current_user AND 'example_table' <> ''" },
        { expression: 'true', identity: 'admin' },
      ],
    });
    const columns = ['name', 'phone'].map((columnName) => ({
      column: { ...table, columnName, columnType: 'VARCHAR' },
    }));
    expect((await ask('column-masks', { operation: 'GetColumnMask', filterResources: columns })).body).toEqual({
      result: [{ index: 1, viewExpression: { expression: 'NULL' } }],
    });
    expect((await ask('column-mask', { operation: 'GetColumnMask', resource: columns[1] })).body).toEqual({
      result: { expression: 'NULL' },
    });
    expect((await ask('column-mask', { operation: 'GetColumnMask', resource: columns[0] })).body).toEqual({});
  });

  it('are empty if the host returns none', async () => {
    const { ask } = createHandler();
    expect((await ask('row-filters', { operation: 'GetRowFilters', resource: { table } })).body).toEqual({
      result: [],
    });
    expect((await ask('column-masks', { operation: 'GetColumnMask', filterResources: [] })).body).toEqual({
      result: [],
    });
  });
});

describe('failures are denials', () => {
  it.each([
    ['a wrong key', 'allow', { operation: 'ExecuteQuery' }, 'ptr_wrong', 401],
    ['an unknown decision', 'toString', { operation: 'ExecuteQuery' }, 'ptr_right', 404],
    ['an action without an operation', 'allow', {}, 'ptr_right', 400],
    ['row filters of no table', 'row-filters', { operation: 'GetRowFilters' }, 'ptr_right', 400],
    ['masks of no list of columns', 'column-masks', { operation: 'GetColumnMask' }, 'ptr_right', 400],
    ['a mask of no column', 'column-masks', { operation: 'x', filterResources: [{}] }, 'ptr_right', 400],
  ])('%s', async (_what, kind, action, key, status) => {
    expect((await createHandler().ask(kind, action, key)).status).toBe(status);
  });

  it('a policy that throws: the reason is reported to the host, not to the cluster', async () => {
    const failure = new Error('the policy database at db-7 is down');
    const { ask, errors } = createHandler({ allow: () => Promise.reject(failure) });
    const response = await ask('allow', { operation: 'ExecuteQuery' });
    expect(response).toEqual({ status: 500, body: { message: 'The decision failed.' } });
    expect(errors).toEqual([failure]);
  });

  it('a policy that throws a SyntaxError, which is not an error of the request', async () => {
    const failure = new SyntaxError('Unexpected token in the rules');
    const { ask, errors } = createHandler({ allow: () => Promise.reject(failure) });
    expect((await ask('allow', { operation: 'ExecuteQuery' })).status).toBe(500);
    expect(errors).toEqual([failure]);
  });

  it.each(['', false, 'NULL', {}])('a mask that is not an expression: %j', async (mask) => {
    const { ask, errors } = createHandler({ columnMask: () => mask as never });
    const resource = { column: { ...table, columnName: 'phone' } };
    const action = { operation: 'GetColumnMask', resource, filterResources: [resource] };
    expect((await ask('column-mask', action)).status).toBe(500);
    expect((await ask('column-masks', action)).status).toBe(500);
    expect(errors).toEqual([expect.any(TypeError), expect.any(TypeError)]);
  });

  it('row filters that are not a list, which would show every row', async () => {
    const { ask, errors } = createHandler({ rowFilters: () => undefined as never });
    const response = await ask('row-filters', { operation: 'GetRowFilters', resource: { table } });
    expect(response).toEqual({ status: 500, body: { message: 'The decision failed.' } });
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  it('another method, a body that is not JSON, one that is too large, and too many wrong keys', async () => {
    const url = 'https://governance.example.com/trino/access-control/ptr_right/allow';
    const { handle } = createHandler();
    expect((await handle(new Request(url)))?.headers.get('allow')).toBe('POST');
    expect((await handle(new Request(url, { method: 'POST', body: '{' })))?.status).toBe(400);
    const small = createTrinoDecisionHandler({
      authenticate: async () => ({ integrationId: 1 }),
      policy: { allow: () => true },
      bodyLimit: 10,
    });
    expect((await small(new Request(url, { method: 'POST', body: ' '.repeat(11) })))?.status).toBe(413);
    const limited = createTrinoDecisionHandler({
      authenticate: () =>
        Promise.reject(Object.assign(new Error(), { code: 'RATE_LIMITED', extras: { retryAfterSeconds: 9 } })),
      policy: { allow: () => true },
    });
    const response = await limited(new Request(url, { method: 'POST', body: '{}' }));
    expect(response?.status).toBe(429);
    expect(response?.headers.get('retry-after')).toBe('9');
  });

  it('any request gets a documented response, and never an accidental permission', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('allow', 'batch', 'row-filters', 'column-masks'),
        fc.jsonValue(),
        async (kind, value) => {
          const { handle } = createHandler({ allow: () => false });
          const url = `https://governance.example.com/trino/access-control/ptr_right/${kind}`;
          const response = await handle(new Request(url, { method: 'POST', body: JSON.stringify(value) }));
          expect(response?.status).toBe(400);
        },
      ),
    );
  });
});

it('passes requests for other paths to the host', async () => {
  const { handle } = createHandler();
  for (const path of ['/', '/trino/access-control', '/trino/access-control/key', '/trino/access-control/key/allow/x']) {
    expect(await handle(new Request(`https://governance.example.com${path}`, { method: 'POST' }))).toBeUndefined();
  }
});
