import {
  failed,
  ident,
  join,
  literal,
  passed,
  type SetupMode,
  sql,
  type TestContext,
  type TestOutcome,
  warned,
} from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { isTrue, type RedshiftSession } from '../connection/redshift-session.ts';
import type { RedshiftFacts } from '../discover.ts';
import type { Engine } from '../engine.ts';
import { METADATA_SCHEMA, VIEW_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import { connectionRemedy } from './connection-remedy.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

type Context = TestContext<RedshiftConfig, RedshiftFacts, RedshiftSession>;

/** The connection of the service account. */
export const SERVICE = { stage: STAGE.managed, actor: 'service' } as const;
const SCHEMAS = [METADATA_SCHEMA, VIEW_SCHEMA];
/** The id of the gate of the recurring validation. */
export const RECURRING_CONNECTION = 'recurring-connection';
const MANUAL_CONNECTION = 'manual-connection';

/** The test, after a manual set-up, that the account can open the managed database. */
export const manualConnection = (engine: Engine): RedshiftTest => ({
  id: MANUAL_CONNECTION,
  name: 'Validate Manual: Service Account Can Open the Database',
  description: 'The account of the config signs in to the managed database.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: SERVICE,
  remedy: connectionRemedy(engine, 'service'),
  run: ({ session, signal }) => opened(session, signal),
});

/** The test, after a manual set-up, that the account may work in its schemas. */
export const manualPrivileges: RedshiftTest = {
  id: 'manual-schema-privileges',
  name: 'Validate Manual: Service Account May Work in Its Schemas',
  description: 'The account may use both schemas and create in them.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [MANUAL_CONNECTION],
  on: SERVICE,
  run: (context) => schemaPrivileges(context),
};

/** The test, after a manual set-up, that the account has no unneeded privileges. */
export const manualRestraint: RedshiftTest = {
  id: 'manual-excessive-privileges',
  name: 'Validate Manual: Service Account Is Not a Superuser',
  description: 'The service needs only its own database; a superuser has more privileges.',
  operations: ['create', 'edit'],
  modes: ['manual'],
  phase: 'capability',
  mandatory: false,
  dependsOn: [MANUAL_CONNECTION],
  on: SERVICE,
  async run({ session, signal }) {
    const [row] = await session.query(
      sql`SELECT usename AS account, usesuper AS superuser FROM pg_catalog.pg_user WHERE usename = current_user`,
      { signal },
    );
    if (!isTrue(row?.superuser)) return passed();
    return warned('The account of the config is a superuser.', {
      help: 'Run the create script and use the account that it creates.',
    });
  },
};

/** The recurring test that the account can still open the managed database. */
export const recurringConnection = (engine: Engine): RedshiftTest => ({
  id: RECURRING_CONNECTION,
  name: 'Recurring Validation: Service Account Can Open the Database',
  description: 'The service account signs in to the managed database.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'gate',
  mandatory: true,
  on: SERVICE,
  remedy: connectionRemedy(engine, 'service'),
  run: ({ session, signal }) => opened(session, signal),
});

/** The recurring test that the account may still work in its schemas. */
export const recurringPrivileges: RedshiftTest = {
  id: 'recurring-schema-privileges',
  name: 'Recurring Validation: Service Account May Work in Its Schemas',
  description: 'The service account may use both schemas and create in them.',
  operations: ['recurring'],
  modes: ['automatic', 'manual'],
  phase: 'recurring',
  mandatory: true,
  dependsOn: [RECURRING_CONNECTION],
  on: SERVICE,
  run: (context) => schemaPrivileges(context),
};

async function opened(session: RedshiftSession, signal: AbortSignal): Promise<TestOutcome> {
  const [row] = await session.query(sql`SELECT current_database() AS database`, { signal });
  return passed([{ database: String(row?.database) }]);
}

/** The remedy for missing objects: who made them can make them again. */
const MAKE_AGAIN: Readonly<Record<SetupMode, string>> = {
  automatic: 'Edit the integration with the same settings and privileged credentials: the edit makes it again.',
  manual: 'Run the create script, then try again.',
};

async function schemaPrivileges({ session, config, mode, signal }: Context): Promise<TestOutcome> {
  const { database } = config;
  const rows = await session.query(
    sql`SELECT space.nspname AS schema, has_schema_privilege(space.nspname, 'usage') AS uses, has_schema_privilege(space.nspname, 'create') AS creates FROM pg_catalog.pg_namespace AS space WHERE space.nspname IN (${join(
      SCHEMAS.map((name) => literal(name)),
      sql`, `,
    )})`,
    { signal },
  );
  const absent = SCHEMAS.filter((name) => !rows.some((row) => row.schema === name));
  if (absent.length > 0) {
    return failed(`The managed database lacks the schema ${absent.join(' and ')}.`, {
      failureClass: 'not-found',
      help: MAKE_AGAIN[mode],
      remediation: {
        statements: absent.map(
          (schema) => sql`CREATE SCHEMA ${ident(schema)} AUTHORIZATION ${ident(session.serviceAccount)}`,
        ),
        runAs: `a superuser or the service account, connected to the database ${database}`,
      },
    });
  }
  const inaccessible = rows.filter((row) => !isTrue(row.uses) || !isTrue(row.creates)).map((row) => String(row.schema));
  if (inaccessible.length === 0) return passed(SCHEMAS.map((schema) => ({ schema })));
  return failed(`The service account may not use the schema ${inaccessible.join(' and ')} or create in it.`, {
    failureClass: 'missing-grant',
    remediation: {
      statements: inaccessible.map(
        (schema) => sql`GRANT USAGE, CREATE ON SCHEMA ${ident(schema)} TO ${ident(session.serviceAccount)}`,
      ),
      runAs: `a superuser or the owner of the schema, connected to the database ${database}`,
    },
  });
}
