import { type ContainedObject, ident, sql } from '@portcullis/plugin-api';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { readPath } from '../names/identifier.ts';

interface DatabaseOwners {
  readonly database: string;
  readonly systemRole: string;
  readonly signal: AbortSignal;
}

/**
 * Lists the grants that permit other roles to create objects in the managed database, for an account that may not see all
 * of these objects. The owner sees all grants on the database and on its default schema. Source: "SHOW GRANTS".
 */
export async function foreignCreateGrants(
  session: SnowflakeSession,
  { database, systemRole, signal }: DatabaseOwners,
): Promise<readonly ContainedObject[]> {
  const onDatabase = await session.query(sql`SHOW GRANTS ON DATABASE ${ident(database)}`, { signal });
  const onPublic = await session
    .query(sql`SHOW GRANTS ON SCHEMA ${ident(database, 'PUBLIC')}`, { signal })
    .catch((error: unknown) => {
      if (classifyError(error)?.class === 'not-found') return [];
      throw error;
    });
  const owner = onDatabase.find(({ privilege }) => privilege === 'OWNERSHIP')?.grantee_name;
  return [...onDatabase, ...onPublic].flatMap(({ privilege, grantee_name: grantee, name }) => {
    const permitsCreation = String(privilege).startsWith('CREATE ') || privilege === 'ALL';
    const isOurs = grantee === owner || grantee === systemRole || readPath(String(grantee)).at(-1) === systemRole;
    return permitsCreation && !isOurs ? [{ kind: 'grant', name: `${privilege} on ${name} to role ${grantee}` }] : [];
  });
}
