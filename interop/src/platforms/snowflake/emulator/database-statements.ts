import { holds, needOwnership, needPrivilege, owns, sees } from './account.ts';
import { NAME, name, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import { removeGrants } from './remove-grants.ts';
import type { StatementTable } from './statement-table.ts';

const COMMENT = `COMMENT = ${TEXT}`;

/** Databases and schemas. */
export const DATABASE_STATEMENTS: StatementTable = [
  [
    new RegExp(`^CREATE DATABASE ${NAME} ${COMMENT}$`),
    'CREATE DATABASE',
    ([, id, comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE DATABASE');
      if (account.databases.has(name(id))) throw refusals.exists(name(id));
      const schemas = new Map([['PUBLIC', { owner: role, comment: '' }]]);
      account.databases.set(name(id), {
        owner: role,
        comment: text(comment),
        schemas,
        contents: new Map(),
        databaseRoles: new Map(),
        attachedPolicies: 0,
      });
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP DATABASE ${NAME}$`),
    'DROP DATABASE',
    ([, id], { account, role }) => {
      const found = account.databases.get(name(id));
      if (!found || !sees(account, role, 'DATABASE', name(id), found)) throw refusals.missing('Database', name(id));
      needOwnership(account, role, 'Database', name(id), found);
      if (found.attachedPolicies > 0) {
        throw refusals.policyAttached(`${name(id)}.PORTCULLIS_POLICIES.P`);
      }
      account.databases.delete(name(id));
      removeGrants(account, (grant) => grant.on === 'DATABASE' && grant.name === name(id));
      return undefined;
    },
  ],
  [
    new RegExp(`^CREATE SCHEMA IF NOT EXISTS ${NAME}\\.${NAME} WITH MANAGED ACCESS ${COMMENT}$`),
    'CREATE SCHEMA',
    ([, database, schema, comment], { account, role }) => {
      const found = account.databases.get(name(database));
      if (!found || !sees(account, role, 'DATABASE', name(database), found))
        throw refusals.missing('Database', name(database));
      const may =
        owns(account, role, found) ||
        holds(account, role, { privilege: 'CREATE SCHEMA', on: 'DATABASE', name: name(database) });
      if (found.schemas.has(name(schema))) return undefined;
      if (!may) throw refusals.insufficient(`database '${name(database)}'.`);
      found.schemas.set(name(schema), { owner: role, comment: text(comment) });
      return undefined;
    },
  ],
];
