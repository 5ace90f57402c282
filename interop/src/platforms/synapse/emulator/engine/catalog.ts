import type { Value } from '../tds/rows.ts';
import { type Actor, DATABASE, holds, identities, sees } from './access.ts';
import { type DatabaseObject, DBO, type ServerState } from './state.ts';
import { mayAlterLogins, seesPermission, seesPrincipal } from './visibility.ts';

/** A catalog view: its columns with their types, and its rows for a principal. */
interface CatalogView {
  readonly page: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
  /** Undefined if the database has no such view. */
  rows(actor: Actor, server: ServerState): readonly (readonly Value[])[] | undefined;
}

const MADE = '2026-01-01T00:00:00.000Z';
const TYPES = { U: 'USER_TABLE', V: 'VIEW', P: 'SQL_STORED_PROCEDURE' } as const;
const CLASSES = { 0: 'DATABASE', 1: 'OBJECT_OR_COLUMN', 3: 'SCHEMA', 4: 'DATABASE_PRINCIPAL' } as const;
const STATES = { G: 'GRANT', W: 'GRANT_WITH_GRANT_OPTION', D: 'DENY' } as const;

const OBJECT_COLUMNS = [
  ['name', 'nvarchar'],
  ['object_id', 'int'],
  ['principal_id', 'int'],
  ['schema_id', 'int'],
  ['parent_object_id', 'int'],
  ['type', 'nvarchar'],
  ['type_desc', 'nvarchar'],
  ['create_date', 'datetime'],
  ['modify_date', 'datetime'],
  ['is_ms_shipped', 'bit'],
] as const;

const objectsOf = (actor: Actor, ...types: readonly DatabaseObject['type'][]): readonly DatabaseObject[] =>
  actor.database.objects.filter((object) => types.includes(object.type) && sees(actor, { kind: 'object', object }));

function objectView(page: string, ...types: readonly DatabaseObject['type'][]): CatalogView {
  return {
    page,
    columns: OBJECT_COLUMNS,
    rows: (actor) =>
      objectsOf(actor, ...types).map(({ name, id, schema, type }) => [
        name,
        id,
        null,
        schema,
        0,
        type.padEnd(2),
        TYPES[type],
        MADE,
        MADE,
        false,
      ]),
  };
}

/** The catalog views, by name. Any other view is an unknown object. */
export const CATALOG: Readonly<Record<string, CatalogView>> = {
  'sys.schemas': {
    page: 'sys.schemas',
    columns: [
      ['name', 'nvarchar'],
      ['schema_id', 'int'],
      ['principal_id', 'int'],
    ],
    rows: ({ database }) => database.schemas.map(({ name, id, owner }) => [name, id, owner]),
  },
  'sys.database_principals': {
    page: 'sys.database_principals',
    columns: [
      ['name', 'nvarchar'],
      ['principal_id', 'int'],
      ['type', 'nvarchar'],
      ['type_desc', 'nvarchar'],
      ['default_schema_name', 'nvarchar'],
      ['create_date', 'datetime'],
      ['modify_date', 'datetime'],
      ['owning_principal_id', 'int'],
      ['sid', 'varbinary'],
      ['is_fixed_role', 'bit'],
      ['authentication_type', 'int'],
      ['authentication_type_desc', 'nvarchar'],
    ],
    rows: (actor) =>
      actor.database.principals
        .filter((each) => seesPrincipal(actor, each))
        .map(({ name, id, type, defaultSchema, owner, sid, isFixed }) => {
          const isInstance = type === 'S' && sid !== undefined && sid.length > 2;
          return [
            name,
            id,
            type,
            type === 'R' ? 'DATABASE_ROLE' : 'SQL_USER',
            defaultSchema ?? null,
            MADE,
            MADE,
            owner ?? null,
            sid === undefined ? null : Buffer.from(sid, 'hex'),
            isFixed,
            isInstance ? 1 : 0,
            isInstance ? 'INSTANCE' : 'NONE',
          ];
        }),
  },
  'sys.database_role_members': {
    page: 'sys.database_role_members',
    columns: [
      ['role_principal_id', 'int'],
      ['member_principal_id', 'int'],
    ],
    rows(actor) {
      const all = holds(actor, DATABASE, 'VIEW DEFINITION') || holds(actor, DATABASE, 'ALTER ANY ROLE');
      const own = identities(actor.database, actor.user);
      return actor.database.principals.flatMap((role) =>
        [...role.members]
          .filter((member) => all || own.has(member) || own.has(role.owner ?? -1))
          .map((member) => [role.id, member]),
      );
    },
  },
  'sys.database_permissions': {
    page: 'sys.database_permissions',
    columns: [
      ['class', 'tinyint'],
      ['class_desc', 'nvarchar'],
      ['major_id', 'int'],
      ['minor_id', 'int'],
      ['grantee_principal_id', 'int'],
      ['grantor_principal_id', 'int'],
      ['permission_name', 'nvarchar'],
      ['state', 'nvarchar'],
      ['state_desc', 'nvarchar'],
    ],
    rows: (actor) =>
      actor.database.permissions
        .filter((each) => seesPermission(actor, each))
        .map(({ securableClass, major, grantee, grantor, permission, state }) => [
          securableClass,
          CLASSES[securableClass],
          major,
          0,
          grantee,
          grantor,
          permission,
          state,
          STATES[state],
        ]),
  },
  'sys.objects': objectView('sys.objects', 'U', 'V', 'P'),
  'sys.all_objects': objectView('sys.all_objects', 'U', 'V', 'P'),
  'sys.tables': objectView('sys.tables', 'U'),
  'sys.views': objectView('sys.views', 'V'),
  'sys.procedures': objectView('sys.procedures', 'P'),
  'sys.columns': {
    page: 'sys.columns',
    columns: [
      ['object_id', 'int'],
      ['name', 'nvarchar'],
      ['column_id', 'int'],
      ['max_length', 'smallint'],
      ['is_nullable', 'bit'],
    ],
    rows: (actor) =>
      objectsOf(actor, 'U', 'V').flatMap(({ id, columns }) =>
        columns.map(({ name, length, isNullable }, index) => [id, name, index + 1, (length ?? 0) * 2, isNullable]),
      ),
  },
  'sys.sql_modules': {
    page: 'sys.sql_modules',
    columns: [
      ['object_id', 'int'],
      ['definition', 'nvarchar'],
    ],
    // The text is shown to principals that may see definitions: "Metadata visibility configuration".
    rows: (actor) =>
      objectsOf(actor, 'V', 'P')
        .filter((object) => holds(actor, { kind: 'object', object }, 'VIEW DEFINITION'))
        .map(({ id, definition }) => [id, definition]),
  },
  'sys.pdw_table_distribution_properties': {
    page: 'sys.pdw_table_distribution_properties',
    columns: [
      ['object_id', 'int'],
      ['distribution_policy_desc', 'nvarchar'],
    ],
    rows: (actor) =>
      actor.database.isMaster ? undefined : objectsOf(actor, 'U').map(({ id, distribution }) => [id, distribution]),
  },
  'sys.databases': {
    page: 'sys.databases',
    columns: [
      ['name', 'nvarchar'],
      ['database_id', 'int'],
      ['state_desc', 'nvarchar'],
    ],
    rows: (actor, { databases }) =>
      databases
        .filter((each) => each.isMaster || each === actor.database || actor.user === DBO)
        .map(({ name }, index) => [name, index + 1, 'ONLINE']),
  },
  'sys.sql_logins': {
    page: 'sys.sql_logins',
    columns: [
      ['name', 'nvarchar'],
      ['principal_id', 'int'],
      ['sid', 'varbinary'],
      ['type', 'nvarchar'],
      ['type_desc', 'nvarchar'],
      ['is_disabled', 'bit'],
      ['create_date', 'datetime'],
    ],
    // Only master has it; without permission to alter logins, a login only sees itself.
    rows(actor, { logins }) {
      if (!actor.database.isMaster) return undefined;
      const self = actor.database.principals.find(({ id }) => id === actor.user)?.sid;
      return logins
        .filter(({ sid }) => sid === self || mayAlterLogins(actor))
        .map(({ name, id, sid, isDisabled }) => [
          name,
          id,
          Buffer.from(sid, 'hex'),
          'S',
          'SQL_LOGIN',
          isDisabled,
          MADE,
        ]);
    },
  },
};
