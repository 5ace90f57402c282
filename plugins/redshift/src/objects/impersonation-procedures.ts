import { canonicalText, ident, type ManagedObject, type Sql, sql } from '@portcullis/plugin-api';
import { createDialect } from '../dialect/create-dialect.ts';
import { IMPERSONATION } from '../features.ts';
import { METADATA_SCHEMA } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { bodyDigest } from './body-digest.ts';
import { IMPERSONATION_TABLE } from './impersonation-table.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { procedureGuard } from './owner-guard.ts';
import { ownership, ownershipTransfer } from './privileges.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

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

interface ProcedureDefinition {
  readonly key: string;
  readonly name: string;
  readonly signature: Sql;
  readonly parameters: number;
  readonly revision: string;
  readonly why: string;
  readonly definition: Sql;
}

function procedure(blueprint: Blueprint, parts: ProcedureDefinition): ManagedObject {
  const { database, account, contentsCreator } = blueprint;
  const { key, name, signature, parameters, revision, why, definition } = parts;
  const reference = sql`${ident(METADATA_SCHEMA, name)}${signature}`;
  const create = [
    { text: definition },
    // PostgreSQL lets every account call a new procedure. Ownership is transferred last, to the service account.
    { text: sql`REVOKE ALL ON PROCEDURE ${reference} FROM PUBLIC` },
    { text: sql`ALTER PROCEDURE ${reference} OWNER TO ${ident(account)}` },
  ];
  return {
    key,
    kind: 'procedure',
    name: `${database}.${METADATA_SCHEMA}.${name}`,
    scope: 'database',
    by: contentsCreator,
    stage: STAGE.managed,
    create,
    alter: () => create,
    // Only the digest of another body is known.
    restore: ({ everybody, ...others }) =>
      everybody === true && Object.keys(others).length === 0
        ? [{ text: sql`GRANT EXECUTE ON PROCEDURE ${reference} TO PUBLIC` }]
        : undefined,
    drop: [{ text: sql`DROP PROCEDURE ${reference}`, succeedOn: ALREADY_GONE }],
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
      ...(contentsCreator === 'setup' ? [ownershipTransfer(account)] : []),
    ],
    why,
    guard: procedureGuard(blueprint, METADATA_SCHEMA, name, parameters),
  };
}
