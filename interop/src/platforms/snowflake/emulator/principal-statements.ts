import { createHash } from 'node:crypto';
import { needOwnership, needPrivilege, type User } from './account.ts';
import { NAME, name, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import { removeGrants } from './remove-grants.ts';
import type { StatementTable } from './statement-table.ts';

const COMMENT = `COMMENT = ${TEXT}`;

/** Roles and users. */
export const PRINCIPAL_STATEMENTS: StatementTable = [
  [
    new RegExp(`^CREATE ROLE (IF NOT EXISTS )?${NAME}(?: ${COMMENT})?$`),
    'CREATE ROLE',
    ([, lenient, id, comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE ROLE');
      if (account.roles.has(name(id))) {
        if (lenient) return undefined;
        throw refusals.exists(name(id));
      }
      account.roles.set(name(id), { owner: role, comment: comment === undefined ? '' : text(comment) });
      account.below.set(name(id), new Set());
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER ROLE ${NAME} RENAME TO ${NAME}$`),
    'ALTER ROLE',
    ([, from, to], { account, role }) => {
      const found = needOwnership(account, role, 'Role', name(from), account.roles.get(name(from)));
      if (account.roles.has(name(to))) throw refusals.exists(name(to));
      account.roles.delete(name(from));
      account.roles.set(name(to), found);
      account.below.set(name(to), account.below.get(name(from)) ?? new Set());
      account.below.delete(name(from));
      for (const user of account.users.values()) if (user.roles.delete(name(from))) user.roles.add(name(to));
      for (const [at, grant] of account.grants.entries())
        if (grant.role === name(from)) account.grants[at] = { ...grant, role: name(to) };
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP ROLE ${NAME}$`),
    'DROP ROLE',
    ([, id], { account, role }) => {
      needOwnership(account, role, 'Role', name(id), account.roles.get(name(id)));
      account.roles.delete(name(id));
      account.below.delete(name(id));
      for (const lower of account.below.values()) lower.delete(name(id));
      for (const user of account.users.values()) user.roles.delete(name(id));
      removeGrants(account, (grant) => grant.role === name(id));
      // Objects that the role owned pass to the role that drops it.
      for (const database of account.databases.values())
        for (const object of [database, ...database.schemas.values()])
          if (object.owner === name(id)) object.owner = role;
      return undefined;
    },
  ],
  [
    new RegExp(`^CREATE USER ${NAME} (TYPE = (?:SERVICE|LEGACY_SERVICE)) (.*) ${COMMENT}$`, 's'),
    'CREATE USER',
    ([, id, type, rest = '', comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE USER');
      if (account.users.has(name(id))) throw refusals.exists(name(id));
      const user: User = {
        owner: role,
        comment: text(comment),
        loginName: name(id),
        roles: new Set(),
        keys: new Map(),
        properties: new Map([['TYPE', String(type).slice(7)]]),
      };
      setProperties(user, rest);
      // "CREATE USER", TYPE: a user of type SERVICE has no password.
      if (user.password !== undefined && type === 'TYPE = SERVICE') throw refusals.unsupported('PASSWORD');
      account.users.set(name(id), user);
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER USER ${NAME} RENAME TO ${NAME}$`),
    'ALTER USER',
    ([, from, to], { account, role }) => {
      const found = account.users.get(name(from));
      needOwnership(account, role, 'User', name(from), found);
      if (account.users.has(name(to))) throw refusals.exists(name(to));
      account.users.delete(name(from));
      // The login name is a property of its own, which a rename does not change.
      account.users.set(name(to), found as User);
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER USER ${NAME} SET (.*)$`, 's'),
    'ALTER USER',
    ([, id, rest = ''], { account, role }) => {
      const found = account.users.get(name(id));
      needOwnership(account, role, 'User', name(id), found);
      setProperties(found as User, rest);
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER USER ${NAME} UNSET (RSA_PUBLIC_KEY(?:_2)?)$`),
    'ALTER USER',
    ([, id, place = ''], { account, role }) => {
      const found = account.users.get(name(id));
      needOwnership(account, role, 'User', name(id), found);
      found?.keys.delete(place);
      found?.properties.delete(`${place}_FP`);
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP USER ${NAME}$`),
    'DROP USER',
    ([, id], { account, role }) => {
      needOwnership(account, role, 'User', name(id), account.users.get(name(id)));
      account.users.delete(name(id));
      return undefined;
    },
  ],
];

/** Source: "CREATE USER" and "DESCRIBE USER", properties; the fingerprint as in "Key-pair authentication". */
function setProperties(user: User, assignments: string): void {
  const one = (property: string, form: string): string | undefined =>
    new RegExp(`(?:^| )${property} = ${form}`).exec(assignments)?.[1];
  const password = one('PASSWORD', TEXT);
  const login = one('LOGIN_NAME', TEXT);
  if (password !== undefined) user.password = text(password);
  if (login !== undefined) user.loginName = text(login);
  for (const place of ['RSA_PUBLIC_KEY', 'RSA_PUBLIC_KEY_2']) {
    const key = one(place, TEXT);
    if (key === undefined) continue;
    user.keys.set(place, text(key));
    const digest = createHash('sha256')
      .update(Buffer.from(text(key), 'base64'))
      .digest('base64');
    user.properties.set(`${place}_FP`, `SHA256:${digest}`);
  }
  for (const property of ['DEFAULT_ROLE', 'DEFAULT_WAREHOUSE']) {
    const value = one(property, NAME);
    // DESCRIBE USER shows the names without quotes, whatever their characters.
    if (value !== undefined) user.properties.set(property, name(value));
  }
}
