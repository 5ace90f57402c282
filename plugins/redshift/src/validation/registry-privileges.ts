import { failed, ident, join, literal, passed, type Sql, sql, type TestOutcome } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { isTrue } from '../connection/redshift-session.ts';
import type { Engine } from '../engine.ts';
import { MARKS_TABLE, registrySchemaName } from '../names/object-names.ts';
import { marksTable } from '../objects/marks.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { STAGE } from '../stages.ts';
import { neededPrivileges } from './needed-privileges.ts';
import { BASIC_CONNECTION, type RedshiftTest } from './redshift-test.ts';

/**
 * The test that the set-up account has the privileges on the marks for the operation: to write them for an edit that
 * creates or drops a role, and to remove them for a delete. Another account may have created them.
 */
export function registryPrivileges(engine: Engine): RedshiftTest {
  return {
    id: 'registry-privileges',
    name: 'Validate Automatic: Ownership Marks Can Be Changed',
    description:
      'For an edit, the account may write the table of marks; for a delete, it owns the table and its schema.',
    operations: ['edit', 'delete'],
    modes: ['automatic'],
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [BASIC_CONNECTION],
    on: { stage: STAGE.initial, actor: 'setup' },
    async run({ session, config, previous, operation, mark, signal }) {
      const registry = registrySchemaName(config.database, mark(OBJECT_KEYS.registry), engine);
      const [row] = await session.query(
        sql`SELECT account.usename AS account, account.usesuper AS superuser, space.nspowner = account.usesysid AS owner FROM pg_catalog.pg_user AS account, pg_catalog.pg_namespace AS space WHERE account.usename = current_user AND space.nspname = ${literal(registry)}`,
        { signal },
      );
      // Without marks there is nothing to change.
      if (!row || isTrue(row.superuser) || isTrue(row.owner)) return passed();
      const grantee: RegistryGrantee = {
        registry,
        account: String(row.account),
        initialDatabase: config.initialDatabase,
      };
      if (operation === 'delete') return notOwner(grantee);
      if (!isRoleChanged(config, previous) && neededPrivileges({ config, previous, operation }, engine).length === 0)
        return passed();
      const [granted] = await session.query(
        sql`SELECT ${join(WRITE_PRIVILEGES.map(hasPrivilege(registry)), sql`, `)}`,
        { signal },
      );
      const missing = WRITE_PRIVILEGES.filter(({ column }) => !isTrue(granted?.[column]));
      return missing.length === 0 ? passed() : notWritable(grantee, missing);
    },
  };
}

interface RegistryGrantee {
  readonly registry: string;
  readonly account: string;
  readonly initialDatabase: string;
}

/** The privileges for writing marks, least first. */
const WRITE_PRIVILEGES = [
  { column: 'uses', name: 'usage', kind: 'schema' },
  { column: 'reads', name: 'select', kind: 'table' },
  { column: 'inserts', name: 'insert', kind: 'table' },
  { column: 'updates', name: 'update', kind: 'table' },
  { column: 'deletes', name: 'delete', kind: 'table' },
] as const;

type WritePrivilege = (typeof WRITE_PRIVILEGES)[number];

/**
 * Returns the query for a privilege, by ids, because an account cannot look up names in a schema that it may not use.
 */
function hasPrivilege(registry: string): (write: WritePrivilege) => Sql {
  return ({ column, name, kind }) => {
    const held =
      kind === 'schema'
        ? sql`has_schema_privilege(space.oid, ${literal(name)}) AS held FROM pg_catalog.pg_namespace AS space WHERE space.nspname = ${literal(registry)}`
        : sql`has_table_privilege(listed.oid, ${literal(name)}) AS held FROM pg_catalog.pg_class AS listed, pg_catalog.pg_namespace AS space WHERE listed.relnamespace = space.oid AND space.nspname = ${literal(registry)} AND listed.relname = ${literal(MARKS_TABLE)}`;
    return sql`(SELECT ${held}) AS ${ident(column)}`;
  };
}

function isRoleChanged({ impersonation }: RedshiftConfig, previous: RedshiftConfig | undefined): boolean {
  const before = previous?.impersonation;
  return before !== undefined && (before.enabled !== impersonation.enabled || before.role !== impersonation.role);
}

function notWritable(
  { registry, account, initialDatabase }: RegistryGrantee,
  missing: readonly WritePrivilege[],
): TestOutcome {
  const to = ident(account);
  const grants: Readonly<Record<WritePrivilege['column'], Sql>> = {
    uses: sql`GRANT USAGE ON SCHEMA ${ident(registry)} TO ${to}`,
    reads: sql`GRANT SELECT ON TABLE ${marksTable(registry)} TO ${to}`,
    inserts: sql`GRANT INSERT ON TABLE ${marksTable(registry)} TO ${to}`,
    updates: sql`GRANT UPDATE ON TABLE ${marksTable(registry)} TO ${to}`,
    deletes: sql`GRANT DELETE ON TABLE ${marksTable(registry)} TO ${to}`,
  };
  return failed(
    `The account may not write the marks in ${initialDatabase}.${registry}: it lacks ${missing.map(({ name, kind }) => `${name} on the ${kind}`).join(', ')}.`,
    {
      failureClass: 'missing-grant',
      remediation: {
        statements: missing.map(({ column }) => grants[column]),
        runAs: `a superuser or the owner of the schema, connected to the database ${initialDatabase}`,
      },
    },
  );
}

function notOwner({ registry, account, initialDatabase }: RegistryGrantee): TestOutcome {
  return failed(
    `The account is neither a superuser nor the owner of the schema ${initialDatabase}.${registry} with the marks, so it may not drop it.`,
    {
      failureClass: 'missing-grant',
      remediation: {
        statements: [
          sql`ALTER TABLE ${marksTable(registry)} OWNER TO ${ident(account)}`,
          sql`ALTER SCHEMA ${ident(registry)} OWNER TO ${ident(account)}`,
        ],
        runAs: `a superuser, connected to the database ${initialDatabase}`,
      },
    },
  );
}
