import { canonicalText, ident, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { createDialect } from '../dialect/create-dialect.ts';
import { IMPERSONATION } from '../features.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { bodyDigest } from './body-digest.ts';
import { IMPERSONATION_TABLE } from './impersonation-table.ts';
import { procedureGuard } from './insider-guard.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { handOver, ownership } from './privileges.ts';
import { GONE_ALREADY } from './tolerances.ts';

/** The procedures of impersonation with their arguments. */
export const IMPERSONATION_PROCEDURES = {
  impersonate: { name: 'impersonate', signature: sql`(varchar)`, parameters: 1 },
  stop: { name: 'stop_impersonating', signature: sql`()`, parameters: 0 },
} as const;

const TABLE = ident(METADATA_SCHEMA, IMPERSONATION_TABLE);

/**
 * `CALL portcullis.impersonate('someone')`: the caller's queries on the views answer as for that user, until the caller
 * stops.
 */
export function impersonateProcedure(blueprint: Blueprint): ManagedObject {
  return procedure(blueprint, {
    ...IMPERSONATION_PROCEDURES.impersonate,
    key: OBJECT_KEYS.impersonate,
    revision: '1',
    why: 'Lets a member of the role query as another user, who must exist and must not be a superuser.',
    // The caller is the session user, because the current user inside the procedure is its owner. Names are qualified
    // for the same reason.
    definition: sql`
      CREATE OR REPLACE PROCEDURE ${ident(METADATA_SCHEMA, IMPERSONATION_PROCEDURES.impersonate.name)}(wanted IN varchar(128)) AS $body$
      DECLARE
        candidates bigint;
      BEGIN
        SELECT INTO candidates count(*) FROM pg_catalog.pg_user AS known WHERE known.usename = wanted AND NOT known.usesuper;
        IF candidates = 0 THEN
          RAISE EXCEPTION 'There is no user % who can be impersonated.', wanted;
        END IF;
        DELETE FROM ${TABLE} WHERE account = session_user;
        INSERT INTO ${TABLE} (account, acts_as) VALUES (session_user, wanted);
      END;
      $body$ LANGUAGE plpgsql SECURITY DEFINER SET search_path TO pg_catalog`,
  });
}

/** `CALL portcullis.stop_impersonating()`: ends the impersonation of the caller. */
export function stopImpersonatingProcedure(blueprint: Blueprint): ManagedObject {
  return procedure(blueprint, {
    ...IMPERSONATION_PROCEDURES.stop,
    key: OBJECT_KEYS.stopImpersonating,
    revision: '1',
    why: 'Ends the impersonation of the caller.',
    definition: sql`
      CREATE OR REPLACE PROCEDURE ${ident(METADATA_SCHEMA, IMPERSONATION_PROCEDURES.stop.name)}() AS $body$
      BEGIN
        DELETE FROM ${TABLE} WHERE account = session_user;
      END;
      $body$ LANGUAGE plpgsql SECURITY DEFINER SET search_path TO pg_catalog`,
  });
}

interface ProcedurePlan {
  readonly key: string;
  readonly name: string;
  readonly signature: Sql;
  readonly parameters: number;
  readonly revision: string;
  readonly why: string;
  readonly definition: Sql;
}

function procedure(blueprint: Blueprint, plan: ProcedurePlan): ManagedObject {
  const { database, account, insider } = blueprint;
  const { key, name, signature, parameters, revision, why, definition } = plan;
  const called = sql`${ident(METADATA_SCHEMA, name)}${signature}`;
  const make = [
    { text: definition },
    // PostgreSQL lets every account call a new procedure. Ownership is transferred last, to the service account.
    { text: sql`REVOKE ALL ON PROCEDURE ${called} FROM PUBLIC` },
    { text: sql`ALTER PROCEDURE ${called} OWNER TO ${ident(account)}` },
  ];
  return {
    key,
    kind: 'procedure',
    name: `${database}.${METADATA_SCHEMA}.${name}`,
    scope: 'database',
    by: insider,
    stage: STAGE.managed,
    create: make,
    alter: () => make,
    // Only the digest of another body is known.
    restore: ({ everybody, ...others }) =>
      everybody === true && Object.keys(others).length === 0
        ? [{ text: sql`GRANT EXECUTE ON PROCEDURE ${called} TO PUBLIC` }]
        : undefined,
    drop: [{ text: sql`DROP PROCEDURE ${called}`, doneOn: GONE_ALREADY }],
    revision,
    desired: {
      body: bodyDigest(canonicalText(definition, createDialect(blueprint.engine))),
      everybody: false,
      asOwner: true,
    },
    within: OBJECT_KEYS.database,
    feature: IMPERSONATION,
    blocks: [OBJECT_KEYS.impersonationTable, OBJECT_KEYS.metadataSchema],
    needs: [
      ownership(`schema ${METADATA_SCHEMA}`, OBJECT_KEYS.metadataSchema),
      ...(insider === 'setup' ? [handOver(account)] : []),
    ],
    why,
    guard: procedureGuard(blueprint, METADATA_SCHEMA, name, parameters),
  };
}
