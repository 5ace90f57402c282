import { type ContainedObject, type Container, PlatformError } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { isYes, type SnowflakeSession } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';
import { classifyError } from '../failures/classify-error.ts';
import { TOO_MANY_ROWS } from '../failures/failure-rows.ts';
import { databaseName, POLICY_SCHEMA, SYSTEM_SCHEMA, systemRoleName } from '../names/object-names.ts';
import {
  type ContentsList,
  type FurtherQuery,
  foreignContents,
  furtherContents,
  isOptional,
} from '../objects/foreign-contents.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { ACCOUNT_STAGE } from '../stages.ts';
import { createAccountView } from './account-view.ts';
import { foreignCreateGrants } from './foreign-create-grants.ts';
import { MAX_ROWS } from './read-list.ts';

type DatabaseContainer = Container<SnowflakeSession, SnowflakeConfig>;

type List = ContentsList | FurtherQuery['of'];

/** The code of a syntax error. */
const SYNTAX_ERROR = '001003';

/** The managed database and its schemas, which Snowflake drops with all their contents. */
export const CONTAINERS: readonly DatabaseContainer[] = [
  container(OBJECT_KEYS.database),
  container(OBJECT_KEYS.systemSchema, SYSTEM_SCHEMA),
  container(OBJECT_KEYS.policySchema, POLICY_SCHEMA),
];

function container(key: string, schema?: string): DatabaseContainer {
  return {
    key,
    stage: ACCOUNT_STAGE,
    async list(session, { config, signal }) {
      const database = databaseName(config);
      const systemRole = systemRoleName(config, 'automatic');
      const scope = schema === undefined ? { database } : { database, schema };
      const held: ContainedObject[] = [];
      for (const { of, list } of [...foreignContents(scope, systemRole), ...furtherContents(scope)]) {
        const rows = await session.query(list, { signal }).catch((error: unknown) => {
          if (classifyError(error)?.code === TOO_MANY_ROWS) throw incomplete(of, database);
          return noneIfUnsupported(of, error);
        });
        if (rows.length >= MAX_ROWS) throw incomplete(of, database);
        held.push(...rows.filter((row) => isForeign(of, row, systemRole)).map((row) => heldIn(of, row)));
      }
      if (await createAccountView(session, signal).seesAllObjects()) return held;
      // An account that does not see all objects is still the owner, so it sees which roles may create objects.
      return [...held, ...(await foreignCreateGrants(session, { database, systemRole, signal }))];
    },
  };
}

/** Returns whether a row is foreign, like the condition `foreign` of the query. */
function isForeign(of: List, row: Row, systemRole: string): boolean {
  const { name, schema_name: schema, owner, comment } = row;
  if (of === 'SCHEMAS') {
    const isMarked = String(comment ?? '').startsWith('portcullis:');
    return name !== 'PUBLIC' && name !== 'INFORMATION_SCHEMA' && owner !== systemRole && !isMarked;
  }
  if (of === 'PROCEDURES' || of === 'USER FUNCTIONS')
    return !isYes(row.is_builtin) && schema !== SYSTEM_SCHEMA && schema !== POLICY_SCHEMA;
  return schema !== 'INFORMATION_SCHEMA' && owner !== systemRole;
}

/** `SHOW OBJECTS` returns the kind of each row: `TABLE`. Schemas and database roles are not in a schema. */
function heldIn(of: List, { kind, name, schema_name: schema }: Row): ContainedObject {
  const word = of === 'OBJECTS' && typeof kind === 'string' ? kind : singular(of.replace(/^USER /, ''));
  return {
    kind: word.toLowerCase(),
    name: of === 'SCHEMAS' || schema === undefined ? String(name) : `${String(schema)}.${String(name)}`,
  };
}

function singular(plural: string): string {
  return plural.replace(/IES$/, 'Y').replace(/S$/, '');
}

/** An account without the feature has no such objects, and may not know the statement. */
function noneIfUnsupported(of: List, error: unknown): readonly Row[] {
  const failure = isOptional(of) ? classifyError(error) : undefined;
  if (failure?.class === 'unsupported' || failure?.code === SYNTAX_ERROR) return [];
  throw error;
}

function incomplete(of: List, database: string): PlatformError {
  const message = `The list of ${of.toLowerCase()} in database ${database} is too long to be complete.`;
  return new PlatformError({ failureClass: 'missing-grant', message });
}
