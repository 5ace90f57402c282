import { type ContentsQuery, ident, keyword, literal, type Sql, sql } from '@portcullis/plugin-api';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';

/** The container whose contents are listed: the managed database, or one of its schemas. */
export interface ContentsScope {
  readonly database: string;
  readonly schema?: string;
}

/** The lists of a database with their columns: objects that the system role does not own are foreign. */
const OWNED = ['OBJECTS', 'STAGES', 'SEQUENCES'] as const;
/** The lists without an owner. Sources: "SHOW PROCEDURES", "SHOW FUNCTIONS". */
const UNOWNED = ['PROCEDURES', 'USER FUNCTIONS'] as const;
const LISTS = ['SCHEMAS', ...OWNED, ...UNOWNED] as const;

/** One of the lists. */
export type ContentsList = (typeof LISTS)[number];

/** A list of contents, and the kind of its rows. */
export interface NamedQuery extends Required<ContentsQuery> {
  readonly list: Sql;
  readonly of: ContentsList;
}

/**
 * Returns the queries for the contents of the managed database, or of one of its schemas, that the system role does not
 * own: the service itself creates all of its contents. Lists of procedures and functions show no owner. In the schemas
 * of the service, where only the owner of the schema can permit creation (managed access), they count as ours, and
 * elsewhere as foreign. `foreign` is an expression over one row, with the name `item`: the name of the foreign object,
 * or the unchanged `found_name`.
 *
 * @param marks - the comments of our schemas. Until a script transfers the schemas, the role that runs it owns them.
 */
export function foreignContents(
  scope: ContentsScope,
  systemRole: string,
  marks: readonly string[] = [],
): readonly NamedQuery[] {
  const query = (of: ContentsList, foreign: Sql): NamedQuery => ({
    of,
    list: sql`SHOW ${keyword(of, LISTS)} IN ${containerClause(scope)}`,
    foreign,
  });
  const name = sql`item."name"`;
  const owned = unless(sql`item."owner"`, [systemRole], name);
  const schemaColumn = sql`item."schema_name"`;
  const inside = OWNED.map((of) => query(of, unless(schemaColumn, ['INFORMATION_SCHEMA'], owned)));
  if (scope.schema !== undefined) return inside;
  return [
    query('SCHEMAS', unless(name, ['PUBLIC', 'INFORMATION_SCHEMA'], unless(sql`item."comment"`, marks, owned))),
    ...inside,
    ...UNOWNED.map((of) =>
      query(of, unless(sql`item."is_builtin"`, ['Y'], unless(schemaColumn, [SYSTEM_SCHEMA, POLICY_SCHEMA], name))),
    ),
  ];
}

/** The lists that scripts leave out, so that they stay readable. Sources: "SHOW TASKS" and the pages of the others. */
const COMMON_LISTS = ['TASKS', 'STREAMS', 'PIPES', 'FILE FORMATS'] as const;
/** The lists of the kinds that an edition, a region or a release may lack. */
const OPTIONAL_LISTS = [
  'MODELS',
  'ALERTS',
  'TAGS',
  'SECRETS',
  'NETWORK RULES',
  'MASKING POLICIES',
  'ROW ACCESS POLICIES',
  'AGGREGATION POLICIES',
  'PROJECTION POLICIES',
  'JOIN POLICIES',
  'PRIVACY POLICIES',
  'STORAGE LIFECYCLE POLICIES',
  'PASSWORD POLICIES',
  'SESSION POLICIES',
  'AUTHENTICATION POLICIES',
  'GIT REPOSITORIES',
  'IMAGE REPOSITORIES',
  'SERVICES',
  'STREAMLITS',
  'NOTEBOOKS',
  'SEMANTIC VIEWS',
  'CORTEX SEARCH SERVICES',
  'AGENTS',
  'DATASETS',
] as const;
/** The list of a kind that belongs to the database and to none of its schemas. */
const DATABASE_LIST = 'DATABASE ROLES';
const FURTHER_LISTS = [...COMMON_LISTS, ...OPTIONAL_LISTS, DATABASE_LIST] as const;

/** A list of contents that only the library reads. */
export interface FurtherQuery {
  readonly of: (typeof FURTHER_LISTS)[number];
  readonly list: Sql;
}

/** Returns the queries for further contents: the system role does not own those that are foreign. */
export function furtherContents(scope: ContentsScope): readonly FurtherQuery[] {
  return FURTHER_LISTS.filter((of) => of !== DATABASE_LIST || scope.schema === undefined).map((of) => ({
    of,
    list: sql`SHOW ${keyword(of, FURTHER_LISTS)} IN ${containerClause(scope)}`,
  }));
}

/** Returns whether an account may lack a kind of contents, together with the statement that lists it. */
export function isOptional(of: string): boolean {
  return (OPTIONAL_LISTS as readonly string[]).includes(of);
}

function containerClause({ database, schema }: ContentsScope): Sql {
  return schema === undefined ? sql`DATABASE ${ident(database)}` : sql`SCHEMA ${ident(database, schema)}`;
}

/** An expression that does not change `found_name` if a column has one of some values. */
function unless(column: Sql, values: readonly string[], otherwise: Sql): Sql {
  return values.reduceRight((rest, value) => sql`IFF(${column} = ${literal(value)}, found_name, ${rest})`, otherwise);
}
