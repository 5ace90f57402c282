import { canonicalText, type Dialect, definitionOf, isSql, type Remediation, type Sql } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import type { Row } from '../connection/redshift-session.ts';
import { redshift } from '../index.ts';

const definition = definitionOf(redshift());
const dialect = definition.dialect as Dialect;
const signal = new AbortController().signal;
const config = definition.config.parse(definition.samples[0]);
const mark = (key: string) => `portcullis:instance:target:${key}`;

/** Creates a session that answers each query with the rows of the first word of `responses` that it contains. */
function responding(responses: Readonly<Record<string, readonly Row[]>>) {
  return {
    serviceAccount: 'governance_service',
    query: async (statement: Sql) => {
      const text = canonicalText(statement, dialect);
      return Object.entries(responses).find(([word]) => text.includes(word))?.[1] ?? [];
    },
  };
}

async function run(id: string, responses: Readonly<Record<string, readonly Row[]>>, operation = 'create') {
  const test = definition.tests.find((each) => each.id === id);
  const context = { config, mode: 'automatic', operation, facts: {}, session: responding(responses), host: {}, signal };
  return (await test?.run(context as never)) as {
    readonly status: string;
    readonly message?: string;
    readonly remediation?: Remediation;
  };
}

const plain = { name: 'setup', superuser: false, creates_databases: true };

describe('the grants of the set-up account, on Amazon Redshift', () => {
  it('include grants through roles and nested roles', async () => {
    const outcome = await run('bootstrap-user-grants', {
      svv_user_grants: [{ role_name: 'outer' }],
      svv_role_grants: [{ role_name: 'outer', granted_role_name: 'inner' }],
      svv_system_privileges: ['CREATE USER', 'DROP USER', 'CREATE ROLE', 'DROP ROLE'].map((system_privilege) => ({
        system_privilege,
        identity_name: 'inner',
      })),
      pg_user: [plain],
    });
    expect(outcome.status).toBe('passed');
  });

  it('do not include grants through roles of other accounts', async () => {
    const outcome = await run('bootstrap-user-grants', {
      svv_user_grants: [{ role_name: 'mine' }],
      svv_system_privileges: [
        { system_privilege: 'CREATE USER', identity_name: 'mine' },
        { system_privilege: 'DROP USER', identity_name: 'theirs' },
      ],
      pg_user: [plain],
    });
    expect(outcome).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      message: expect.stringContaining('DROP USER, CREATE ROLE, DROP ROLE'),
    });
    const statements = outcome.remediation?.statements.map((each) =>
      isSql(each) ? canonicalText(each, dialect) : each,
    );
    expect(statements).toEqual([
      'CREATE ROLE "portcullis_setup"',
      'GRANT DROP USER TO ROLE "portcullis_setup"',
      'GRANT CREATE ROLE TO ROLE "portcullis_setup"',
      'GRANT DROP ROLE TO ROLE "portcullis_setup"',
      'GRANT ROLE "portcullis_setup" TO "setup"',
    ]);
  });

  it('are not checked for a superuser, whose cells may be text', async () => {
    expect((await run('bootstrap-user-grants', { pg_user: [{ ...plain, superuser: 't' }] })).status).toBe('passed');
    expect(
      (await run('privileged-role', { pg_user: [{ ...plain, superuser: 'true', creates_databases: false }] })).status,
    ).toBe('passed');
  });
});

describe('the endpoint', () => {
  const endpoint = (host: string) =>
    definition.tests.find((each) => each.id === 'endpoint-name')?.run({ config: { ...config, host } } as never);

  it('passes if it belongs to Amazon, and warns otherwise', () => {
    expect(endpoint(config.host)).toEqual({ status: 'passed' });
    expect(endpoint('warehouse.example.com')).toMatchObject({ status: 'warning' });
  });

  it('is not checked in tests on PostgreSQL', () => {
    const test = definitionOf(redshift({ engine: 'postgresql' })).tests.find((each) => each.id === 'endpoint-name');
    expect(test?.when?.(config)).toMatchObject({ reason: expect.any(String) });
  });
});

describe('an observation on Amazon Redshift', () => {
  const objects = definition.objects(config, { mode: 'automatic', facts: {}, mark, options: {} });
  const observe = async (key: string, responses: Readonly<Record<string, readonly Row[]>>) => {
    const observed = objects
      .filter((each) => each.key === key)
      .map(({ kind, name, scope }) => ({ key, kind, name, scope, desired: {}, mark: mark(key) }));
    return (await definition.observe?.(responding(responses) as never, observed, { config, signal }))?.[0];
  };

  it('reports roles that a regular user may not see as unknown, and as absent for a superuser', async () => {
    expect(await observe('impersonation-role', { usesuper: [{ superuser: false }] })).toMatchObject({
      state: 'unknown',
    });
    expect(await observe('impersonation-role', { usesuper: [{ superuser: true }] })).toMatchObject({ state: 'absent' });
  });

  it('reports hidden grants as unknown', async () => {
    expect(await observe('impersonation-access', {})).toMatchObject({ state: 'unknown' });
    expect(
      await observe('impersonation-access', { svv_schema_privileges: [{ grantee: 'governance_impersonation' }] }),
    ).toMatchObject({ state: 'ours' });
  });

  it('reports an object as ours if the mark is next to its id', async () => {
    const marks = [{ mark: mark('impersonation-role'), platform_id: '107' }];
    const seen = {
      'FROM pg_catalog.pg_namespace': [{}],
      platform_id: marks,
      svv_roles: [{ name: 'governance_impersonation', id: 107 }],
    };
    expect(await observe('impersonation-role', seen)).toMatchObject({ state: 'ours', platformId: '107' });
    expect(
      await observe('impersonation-role', { ...seen, svv_roles: [{ name: 'governance_impersonation', id: 108 }] }),
    ).toMatchObject({ state: 'foreign' });
  });
});
