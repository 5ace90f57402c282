import type { DriftReport, OperationResponse, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

let server: RunningPostgres;
let admin: ManualClient;
let portcullis: Portcullis;
let id: number;
let before: unknown;
let registry: string;

const body = () => ({
  type: 'Redshift',
  autoBootstrap: true,
  config: {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: true, role: 'masks' },
  },
});
const credentials = () => ({ authenticationType: 'userPassword', username: server.user, password: server.password });
const drift = (privileged?: object) => portcullis.integrations.drift(ADMIN, id, privileged);
const namesOf = ({ findings }: DriftReport) => findings.map(({ state, object }) => `${state} ${object.key}`);

/** Runs statements as an administrator of the server, in a database. */
async function inDatabase(database: string, statements: readonly string[]): Promise<void> {
  const client = await openManualClient(server, { database });
  try {
    for (const statement of statements) await client.rows(statement);
  } finally {
    await client.end();
  }
}

/** Runs the statements of a report, each on its connection. */
async function runRepair({ repair }: DriftReport): Promise<void> {
  for (const { stage, statement } of repair) {
    await inDatabase(stage === 'managed' ? 'governance' : server.database, [statement]);
  }
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
  before = await fingerprint(admin);
  portcullis = await openInMemory({ plugins: [redshift({ engine: 'postgresql' })] });
  id = Number(((await portcullis.integrations.create(ADMIN, body())) as OperationResponse).id);
  const { status } = await portcullis.integrations.whenIdle(id);
  if (status !== 'enabled') throw new Error(JSON.stringify(await portcullis.integrations.operations(ADMIN, id)));
  const [row] = await admin.rows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'portcullis\\_governance\\_%'");
  registry = String(row?.nspname);
});

afterAll(async () => {
  await portcullis.close();
  await admin.end();
  await server.stop();
});

/**
 * The manual changes, the findings of both accounts after each, and the findings of the service account if they differ.
 */
const TOUCHES: readonly {
  readonly what: string;
  readonly database?: 'governance';
  readonly statements: () => readonly string[];
  readonly finds: readonly string[];
  readonly serviceFinds?: readonly string[];
  readonly difference?: readonly object[];
}[] = [
  {
    what: 'the account may make databases',
    statements: () => ['ALTER USER governance_service CREATEDB'],
    finds: ['changed service-account'],
    difference: [{ field: 'createDatabases', desired: false, observed: true }],
  },
  {
    what: 'the account may not read the marks any more',
    statements: () => [`REVOKE SELECT ON ${registry}.marks FROM governance_service`],
    finds: ['changed registry-access'],
    serviceFinds: [
      'unknown database',
      'unknown service-account',
      'changed registry-access',
      'unknown impersonation-role',
    ],
    difference: [{ field: 'select', desired: true, observed: false }],
  },
  {
    what: 'the account may make nothing in its database any more',
    statements: () => ['REVOKE CREATE ON DATABASE governance FROM governance_service'],
    finds: ['changed database-privileges'],
    difference: [{ field: 'create', desired: true, observed: false }],
  },
  {
    what: 'everybody may make temporary tables in the database',
    statements: () => ['GRANT TEMPORARY ON DATABASE governance TO PUBLIC'],
    finds: ['changed database-privileges'],
    difference: [{ field: 'everybody', desired: false, observed: true }],
  },
  {
    what: 'a procedure is dropped',
    database: 'governance',
    statements: () => ['DROP PROCEDURE portcullis.stop_impersonating()'],
    finds: ['missing stop-impersonating-procedure', 'changed impersonation-access'],
  },
  {
    what: 'a procedure does something else',
    database: 'governance',
    statements: () => [
      'CREATE OR REPLACE PROCEDURE portcullis.impersonate(wanted IN varchar(128)) AS $$ BEGIN NULL; END $$ LANGUAGE plpgsql SECURITY DEFINER',
    ],
    finds: ['changed impersonate-procedure'],
  },
  {
    what: 'everybody may call a procedure',
    database: 'governance',
    statements: () => ['GRANT EXECUTE ON PROCEDURE portcullis.impersonate(varchar) TO PUBLIC'],
    finds: ['changed impersonate-procedure'],
    difference: [{ field: 'everybody', desired: false, observed: true }],
  },
  {
    what: 'a procedure runs with the rights of its caller',
    database: 'governance',
    statements: () => ['ALTER PROCEDURE portcullis.stop_impersonating() SECURITY INVOKER'],
    finds: ['changed stop-impersonating-procedure'],
    difference: [{ field: 'asOwner', desired: true, observed: false }],
  },
  {
    what: 'a procedure resolves names in the search path of its caller',
    database: 'governance',
    statements: () => ['ALTER PROCEDURE portcullis.impersonate(varchar) RESET search_path'],
    finds: ['changed impersonate-procedure'],
    difference: [{ field: 'asOwner', desired: true, observed: false }],
  },
  {
    what: 'everybody may make things in a schema',
    database: 'governance',
    statements: () => ['GRANT CREATE ON SCHEMA portcullis TO PUBLIC'],
    finds: ['changed metadata-schema'],
    difference: [{ field: 'everybody', desired: false, observed: true }],
  },
  {
    what: 'everybody may say who they are',
    database: 'governance',
    statements: () => ['GRANT INSERT ON portcullis.impersonations TO PUBLIC'],
    finds: ['changed impersonation-table'],
    difference: [{ field: 'everybody', desired: false, observed: true }],
  },
  {
    what: 'everybody may mark things as ours',
    statements: () => [`GRANT INSERT ON ${registry}.marks TO PUBLIC`],
    finds: ['changed registry'],
    difference: [{ field: 'everybody', desired: false, observed: true }],
  },
  {
    what: 'the table is dropped',
    database: 'governance',
    statements: () => ['DROP TABLE portcullis.impersonations'],
    finds: ['missing impersonation-table'],
  },
  {
    what: 'a schema is dropped',
    database: 'governance',
    statements: () => ['DROP SCHEMA portcullis_views'],
    finds: ['missing view-schema'],
  },
  {
    what: 'the members of the role may not use the procedures any more',
    database: 'governance',
    statements: () => ['REVOKE USAGE ON SCHEMA portcullis FROM masks'],
    finds: ['changed impersonation-access'],
  },
  {
    what: 'the role is dropped',
    database: 'governance',
    statements: () => ['DROP OWNED BY masks', 'DROP ROLE masks'],
    finds: ['missing impersonation-role', 'missing impersonation-access'],
  },
  {
    what: 'an unknown object carries a mark',
    statements: () => [
      'CREATE ROLE left_over',
      `INSERT INTO ${registry}.marks (kind, name, mark, platform_id) SELECT 'role', 'left_over', replace(mark, ':database', ':earlier-role'), (SELECT oid FROM pg_roles WHERE rolname = 'left_over') FROM ${registry}.marks WHERE kind = 'database'`,
    ],
    finds: ['extra undefined'],
  },
  {
    what: 'the database is dropped',
    statements: () => [
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'governance'",
      'DROP DATABASE governance',
    ],
    finds: [
      'missing database',
      'missing database-privileges',
      'missing metadata-schema',
      'missing view-schema',
      'missing impersonation-table',
      'missing impersonate-procedure',
      'missing stop-impersonating-procedure',
      'missing impersonation-access',
    ],
  },
];

describe('drift detection on a real PostgreSQL', () => {
  it('reports no drift on an untouched server, for every observer', async () => {
    const clean = { status: 'clean', examined: 12, findings: [], repair: [], warnings: [] };
    expect(await drift()).toMatchObject({ ...clean, observedAs: 'service' });
    expect(await drift(credentials())).toMatchObject({ ...clean, observedAs: 'setup' });
  });

  it.each(TOUCHES)('reports drift when $what, and none after the repair', async (touch) => {
    const { database = server.database, statements, finds, serviceFinds = finds, difference } = touch;
    await inDatabase(database, statements());
    expect(namesOf(await drift())).toEqual(serviceFinds);
    const report = await drift(credentials());
    expect(namesOf(report)).toEqual(finds);
    if (difference) expect(report.findings[0]?.difference).toEqual(difference);
    for (const { privileges, statement } of report.repair) expect(privileges, statement).not.toEqual([]);
    await runRepair(report);
    expect(namesOf(await drift())).toEqual([]);
    expect(namesOf(await drift(credentials()))).toEqual([]);
  });

  it('needs an administrator if its own account is missing, which a PUT creates again', async () => {
    await inDatabase('governance', ['DROP OWNED BY governance_service CASCADE']);
    await inDatabase(server.database, ['DROP OWNED BY governance_service', 'DROP USER governance_service']);
    const blind = await drift();
    expect(blind.status).toBe('unknown');
    const seen = await drift(credentials());
    expect(namesOf(seen)).toContain('missing service-account');
    expect(seen.warnings).toEqual([expect.stringContaining('Send a PUT')]);
    await portcullis.integrations.update(ADMIN, id, body());
    expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(await drift()).toMatchObject({ status: 'clean' });
  });

  it('does not prevent a removal', async () => {
    await portcullis.integrations.remove(ADMIN, id, credentials());
    expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
    expect(await fingerprint(admin)).toEqual(before);
  });
});
