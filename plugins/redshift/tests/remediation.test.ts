import type { ValidatedOperation } from '@portcullis/plugin-api';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RedshiftConfig } from '../src/config/config-schema.ts';
import { type Administrator, administrator } from './support/administrator.ts';
import { createAll } from './support/run.ts';
import { configFor, environment, SERVICE_PASSWORD, type TestEnvironment } from './support/test-environment.ts';
import { remedyOf, validate } from './support/validate.ts';

const SETUP = '"set ""up"" account"';
const PASSWORD = 'Setup4Account';

let server: RunningPostgres;
let admin: Administrator;
let environments: Readonly<Record<'setup' | 'other' | 'edited' | 'manual', TestEnvironment>>;
let registry: string;

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
  for (const name of [SETUP, '"other"']) {
    await admin.rows(`CREATE USER ${name} PASSWORD '${PASSWORD}' CREATEDB CREATEROLE`);
    await admin.rows(`GRANT CREATE ON DATABASE ${server.database} TO ${name}`);
  }
  const off = { impersonation: { enabled: false } };
  environments = {
    setup: environment(configFor(server, { username: 'set "up" account', password: PASSWORD })),
    other: environment(configFor(server, { username: 'other', password: PASSWORD })),
    edited: environment(configFor(server, { username: 'other', password: PASSWORD, ...off })),
    manual: environment(configFor(server, { username: 'gov_service', password: SERVICE_PASSWORD }), 'manual'),
  };
  await createAll(environments.setup);
  const [row] = await admin.rows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'portcullis\\_gov\\_%'");
  registry = `"${String(row?.nspname)}"`;
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

/** One permission of one test, and the statements that revoke it. */
interface Loss {
  readonly test: string;
  readonly lost: string;
  readonly as: keyof typeof environments;
  readonly operation?: ValidatedOperation;
  /**
   * Statements that the administrator runs in `database`; none for an account that lacks the permission from the start.
   */
  readonly revoke?: readonly string[] | (() => readonly string[]);
  /** The database of the remedy. @default the initial database */
  readonly database?: 'gov';
  readonly failureClass?: 'not-found';
  /** Fragments of the statements of the remedy, in order. */
  readonly fragments: readonly string[];
  readonly runAs: RegExp;
}

const SUPERUSER = /^a superuser$/;
const INSIDE = /connected to the database gov$/;
const REVOKE_CONNECT = {
  initial: ['REVOKE CONNECT ON DATABASE postgres FROM PUBLIC'],
  gov: ['REVOKE CONNECT ON DATABASE gov FROM PUBLIC'],
};
const SCHEMA_LOSSES = [
  { lost: 'USAGE of a schema', revoke: ['REVOKE USAGE ON SCHEMA portcullis FROM gov_service'], fragments: ['USAGE'] },
  {
    lost: 'CREATE in a schema',
    revoke: ['REVOKE CREATE ON SCHEMA portcullis_views FROM gov_service'],
    fragments: ['CREATE'],
  },
  {
    lost: 'a schema',
    revoke: ['DROP SCHEMA portcullis_views'],
    fragments: ['CREATE SCHEMA "portcullis_views"'],
    failureClass: 'not-found',
  },
] as const;
const PROCEDURE_LOSSES = [
  {
    lost: 'USAGE of the role',
    revoke: ['REVOKE USAGE ON SCHEMA portcullis FROM gov_masks'],
    fragments: ['GRANT USAGE'],
  },
  {
    lost: 'EXECUTE of the role',
    revoke: ['REVOKE EXECUTE ON PROCEDURE portcullis.impersonate(varchar) FROM gov_masks'],
    fragments: ['GRANT USAGE', 'GRANT EXECUTE'],
  },
  {
    lost: 'a procedure',
    revoke: ['DROP PROCEDURE portcullis.stop_impersonating()'],
    fragments: ['CREATE OR REPLACE PROCEDURE'],
    failureClass: 'not-found',
  },
  {
    lost: 'the table',
    revoke: ['DROP TABLE portcullis.impersonations'],
    fragments: ['CREATE TABLE'],
    failureClass: 'not-found',
  },
] as const;

/** The losses, in an order in which the other account keeps its grants. */
const LOSSES: readonly Loss[] = [
  {
    test: 'basic-connection',
    lost: 'CONNECT',
    as: 'setup',
    revoke: REVOKE_CONNECT.initial,
    fragments: ['CONNECT ON DATABASE "postgres"'],
    runAs: /owner of database postgres/,
  },
  {
    test: 'privileged-role',
    lost: 'CREATEDB',
    as: 'setup',
    revoke: [`ALTER USER ${SETUP} NOCREATEDB`],
    fragments: ['CREATEDB'],
    runAs: SUPERUSER,
  },
  {
    test: 'initial-database',
    lost: 'CREATE',
    as: 'setup',
    revoke: [`REVOKE CREATE ON DATABASE postgres FROM ${SETUP}`],
    fragments: ['GRANT CREATE ON DATABASE "postgres"'],
    runAs: /owner of database postgres/,
  },
  ...(['create', 'delete'] as const).map(
    (operation): Loss => ({
      test: 'bootstrap-user-grants',
      lost: 'CREATEROLE',
      as: 'setup',
      operation,
      revoke: [`ALTER USER ${SETUP} NOCREATEROLE`],
      fragments: ['CREATEROLE'],
      runAs: SUPERUSER,
    }),
  ),
  {
    test: 'bootstrap-user-grants',
    lost: 'CREATEROLE',
    as: 'edited',
    operation: 'edit',
    revoke: ['GRANT CONNECT ON DATABASE postgres TO PUBLIC', 'ALTER USER "other" NOCREATEROLE'],
    fragments: ['CREATEROLE'],
    runAs: SUPERUSER,
  },
  {
    test: 'bootstrap-user-grants',
    lost: 'the admin option on the role',
    as: 'edited',
    operation: 'edit',
    revoke: ['REVOKE gov_masks FROM "other"'],
    fragments: ['GRANT "gov_masks" TO "other" WITH ADMIN TRUE'],
    runAs: /created them/,
  },
  {
    test: 'bootstrap-user-grants',
    lost: 'the admin option on the account',
    as: 'other',
    operation: 'delete',
    fragments: ['GRANT "gov_service" TO "other" WITH ADMIN TRUE'],
    runAs: /created them/,
  },
  {
    test: 'registry-privileges',
    lost: 'everything on the marks',
    as: 'edited',
    operation: 'edit',
    fragments: ['USAGE', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    runAs: /connected to the database postgres$/,
  },
  ...['USAGE ON SCHEMA', 'SELECT ON', 'INSERT ON', 'UPDATE ON', 'DELETE ON'].map(
    (right): Loss => ({
      test: 'registry-privileges',
      lost: right,
      as: 'edited',
      operation: 'edit',
      revoke: () => [`REVOKE ${right} ${registry}${right.endsWith('SCHEMA') ? '' : '.marks'} FROM "other"`],
      fragments: [right.split(' ')[0] ?? ''],
      runAs: /owner of the schema/,
    }),
  ),
  {
    test: 'registry-privileges',
    lost: 'ownership',
    as: 'other',
    operation: 'delete',
    fragments: ['ALTER TABLE', 'ALTER SCHEMA'],
    runAs: /^a superuser, connected/,
  },
  {
    test: 'removal-privileges',
    lost: 'ownership',
    as: 'other',
    operation: 'delete',
    fragments: ['ALTER DATABASE "gov" OWNER TO "other"'],
    runAs: SUPERUSER,
  },
  {
    test: 'manual-connection',
    lost: 'CONNECT',
    as: 'manual',
    revoke: REVOKE_CONNECT.gov,
    fragments: ['CONNECT ON DATABASE "gov"'],
    runAs: /owner of database gov/,
  },
  {
    test: 'recurring-connection',
    lost: 'CONNECT',
    as: 'setup',
    operation: 'recurring',
    revoke: ['REVOKE CONNECT ON DATABASE gov FROM gov_service'],
    fragments: ['CONNECT ON DATABASE "gov" TO "gov_service"'],
    runAs: /owner of database gov/,
  },
  ...SCHEMA_LOSSES.flatMap((loss): Loss[] => [
    { test: 'manual-schema-privileges', as: 'manual', database: 'gov', runAs: INSIDE, ...loss },
    {
      test: 'recurring-schema-privileges',
      as: 'setup',
      operation: 'recurring',
      database: 'gov',
      runAs: INSIDE,
      ...loss,
    },
  ]),
  ...PROCEDURE_LOSSES.map(
    (loss): Loss => ({
      test: 'recurring-impersonation',
      as: 'setup',
      operation: 'recurring',
      database: 'gov',
      runAs: INSIDE,
      ...loss,
    }),
  ),
];

/** Tests that no privilege and no object on the platform can fix. */
const OTHERS = ['endpoint-name', 'manual-excessive-privileges'];

it('every test of the plugin has a case with a missing privilege, or an exemption', () => {
  const ids = environments.setup.definition.tests.map((test) => test.id);
  expect(new Set([...LOSSES.map((loss) => loss.test), ...OTHERS])).toEqual(new Set(ids));
});

describe('a failed test passes after the statements that it reports', () => {
  it.each(LOSSES.map((loss) => [loss.test, loss.operation ?? 'create', loss.lost, loss] as const))(
    '%s of %s, without %s',
    async (test, operation, _lost, {
      as,
      revoke = [],
      database = server.database,
      failureClass = 'missing-grant',
      fragments,
      runAs,
    }) => {
      const place = await administrator(server, { database });
      try {
        for (const statement of typeof revoke === 'function' ? revoke() : revoke) await place.rows(statement);
        const set = environments[as];
        const previous: RedshiftConfig | undefined = operation === 'edit' ? environments.setup.config : undefined;
        const outcome = await validate(set, test, operation, previous);
        expect(outcome).toMatchObject({
          status: 'failed',
          failureClass,
          remediation: { runAs: expect.stringMatching(runAs) },
        });
        const remedy = remedyOf(set, outcome);
        const named = fragments.map((text) => remedy.findIndex((statement) => statement.includes(text)));
        expect(named).toEqual(named.filter((index) => index >= 0).toSorted((left, right) => left - right));
        for (const statement of remedy) await place.rows(statement);
        expect(await validate(set, test, operation, previous)).toMatchObject({ status: 'passed' });
      } finally {
        await place.end();
      }
    },
  );
});
