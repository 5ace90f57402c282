import {
  canonicalText,
  definitionOf,
  type Logger,
  type TestOutcome,
  type ValidatedOperation,
} from '@portcullis/plugin-api';
import { afterEach, describe, expect, it } from 'vitest';
import { databricks } from '../src/databricks.ts';
import { SAMPLES } from '../src/samples.ts';
import { VALIDATION_TESTS } from '../src/validation/validation-tests.ts';
import { definition, markOf } from './support/scripts.ts';
import { startWorkspace } from './support/workspace.ts';

const [token = {}] = SAMPLES;
const WAREHOUSE = 'GET /api/2.0/sql/warehouses/1a2b3c4d5e6f7a8b';
const METASTORE = 'GET /api/2.1/unity-catalog/metastore_summary';
const PERMISSIONS = 'GET /api/2.1/unity-catalog/effective-permissions';
const SUCCEEDED = { statement_id: 's', status: { state: 'SUCCEEDED' }, manifest: {}, result: {} };

type Replies = Parameters<typeof startWorkspace>[0];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Runs one test against a workspace with the given responses. */
async function run(id: string, replies: Replies, operation: ValidatedOperation = 'create', config: object = token) {
  const workspace = await startWorkspace(replies);
  const environment = definitionOf(databricks({ endpoint: workspace.endpoint }));
  const signal = new AbortController().signal;
  const parsed = environment.config.parse(config);
  const session = await environment.connect?.({
    config: parsed,
    stage: 'workspace',
    actor: 'service',
    mode: 'automatic',
    facts: {},
    secrets: {},
    signal,
    deadlineMs: 60_000,
    logger: {} as Logger,
  });
  stops.push(async () => session?.close(), workspace.stop);
  const test = VALIDATION_TESTS.find((each) => each.id === id);
  const context = {
    config: parsed,
    mode: 'automatic',
    operation,
    facts: {},
    session,
    options: {},
    mark: markOf,
    signal,
  };
  const outcome = (await test?.run(context as never)) as TestOutcome;
  return { outcome, lines: workspace.lines() };
}

/** Returns the statements of a remediation, as responses show them. */
function remedyOf(outcome: TestOutcome): readonly string[] {
  const statements = 'remediation' in outcome ? (outcome.remediation?.statements ?? []) : [];
  return statements.map((each) =>
    typeof each === 'string' || !definition.dialect ? String(each) : canonicalText(each, definition.dialect),
  );
}

describe('the metastore', () => {
  it.each([
    ['is not assigned', [404, { error_code: 'METASTORE_DOES_NOT_EXIST', message: 'None.' }], 'not-found'],
    ['may not be read', [403, { error_code: 'PERMISSION_DENIED', message: 'No.' }], 'missing-grant'],
    ['is missing according to an empty response', [200, {}], 'not-found'],
  ] as const)('that %s fails the set-up', async (_what, reply, failureClass) => {
    const { outcome } = await run('metastore', { [METASTORE]: reply });
    expect(outcome).toMatchObject({
      status: 'failed',
      failureClass,
      message: expect.stringContaining('metastore information could not be obtained'),
    });
  });

  it('without a storage root is reported before a catalog is created in it', async () => {
    const { outcome } = await run('metastore', { [METASTORE]: [200, { metastore_id: 'm', name: 'primary' }] });
    expect(outcome).toMatchObject({
      status: 'passed',
      result: [{ storage: expect.stringContaining('managedLocation') }],
    });
  });
});

describe('the creation of catalogs', () => {
  const summary = { metastore_id: 'm', name: 'primary', owner: 'admins' };

  it('requires one privilege, for the signed-in principal', async () => {
    const { outcome } = await run('create-catalog', {
      [METASTORE]: [200, summary],
      [`${PERMISSIONS}/metastore/m?principal=sp-1&max_results=1000`]: [200, {}],
    });
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(remedyOf(outcome)).toEqual(['GRANT CREATE CATALOG ON METASTORE TO `sp-1`']);
  });

  it('is tested by the set-up only if privileges are hidden', async () => {
    const hidden = [403, { error_code: 'PERMISSION_DENIED', message: 'No.' }] as const;
    const { outcome } = await run('create-catalog', {
      [METASTORE]: [200, summary],
      [`${PERMISSIONS}/metastore/m?principal=sp-1&max_results=1000`]: hidden,
    });
    expect(outcome.status).toBe('skipped');
  });

  it('is allowed by a privilege that follows an empty page', async () => {
    const page = `${PERMISSIONS}/metastore/m?principal=sp-1&max_results=1000`;
    const held = [{ principal: 'sp-1', privileges: [{ privilege: 'CREATE_CATALOG' }] }];
    const { outcome } = await run('create-catalog', {
      [METASTORE]: [200, summary],
      [page]: [200, { privilege_assignments: [], next_page_token: 'next' }],
      [`${page}&page_token=next`]: [200, { privilege_assignments: held }],
    });
    expect(outcome.status).toBe('passed');
  });
});

describe('a warehouse', () => {
  it.each([
    ['create', 1],
    ['recurring', 0],
  ] as const)('that is stopped: %s runs %s statement', async (operation, count) => {
    const { outcome, lines } = await run(
      'warehouse',
      { [WAREHOUSE]: [200, { name: 'small', state: 'STOPPED' }], 'POST /api/2.0/sql/statements': [200, SUCCEEDED] },
      operation,
    );
    expect(outcome.status).toBe('passed');
    expect(lines.filter((line) => line.startsWith('POST /api/2.0/sql'))).toHaveLength(count);
  });

  it.each([
    ['is gone', [404, { error_code: 'RESOURCE_DOES_NOT_EXIST', message: 'Gone.' }], 'not-found'],
    ['is being deleted', [200, { name: 'small', state: 'DELETING' }], 'not-found'],
    ['may not be used', [403, { error_code: 'PERMISSION_DENIED', message: 'No.' }], 'missing-grant'],
  ] as const)('that %s fails', async (_what, reply, failureClass) => {
    const { outcome } = await run('warehouse', { [WAREHOUSE]: reply });
    expect(outcome).toMatchObject({ status: 'failed', failureClass });
  });

  it('is not started for the hourly test of audit', async () => {
    const audited = { ...token, audit: { enabled: true } };
    const stopped: Replies = { [WAREHOUSE]: [200, { name: 'small', state: 'STOPPED' }] };
    const { outcome, lines } = await run('audit', stopped, 'recurring', audited);
    expect(outcome.status).toBe('skipped');
    expect(lines.some((line) => line.startsWith('POST'))).toBe(false);
  });
});

describe('a removal', () => {
  it('does not begin if attached policies cannot be listed', async () => {
    const refusal = { error_code: 'BAD_REQUEST', message: '[INSUFFICIENT_PERMISSIONS] No SELECT. SQLSTATE: 42501' };
    const failed = { statement_id: 's', status: { state: 'FAILED', error: refusal } };
    const { outcome } = await run('attached-policies', { 'POST /api/2.0/sql/statements': [200, failed] }, 'delete');
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(remedyOf(outcome)).toHaveLength(2);
  });

  it('lists the foreign objects that are dropped with the catalog', async () => {
    const catalog = 'GET /api/2.1/unity-catalog/catalogs/governance';
    const schemas = 'GET /api/2.1/unity-catalog/schemas?catalog_name=governance&max_results=1000';
    const names = ['default', 'information_schema', 'portcullis_system', 'portcullis_policies', 'sales'];
    const { outcome } = await run(
      'foreign-schemas',
      { [catalog]: [200, { name: 'governance' }], [schemas]: [200, { schemas: names.map((name) => ({ name })) }] },
      'delete',
    );
    expect(outcome).toMatchObject({ status: 'warning', message: expect.stringContaining('also contains sales,') });
  });
});
