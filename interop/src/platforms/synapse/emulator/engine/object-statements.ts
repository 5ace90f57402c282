import { type Actor, DATABASE, holds, needInDatabase, type Securable, schemaNamed } from './access.ts';
import { needFirst } from './batch-rules.ts';
import type { Cursor, Path } from './cursor.ts';
import type { DefinitionForm, DefinitionParse } from './definition-form.ts';
import type { Token } from './lexer.ts';
import { objectAt, schemaOf } from './objects.ts';
import { parseType } from './parsing.ts';
import { ownerNamed } from './principal-statements.ts';
import { select } from './query.ts';
import { refusals } from './refusal.ts';
import { actorOf, type Context } from './session.ts';
import type { DatabaseObject, Parameter, Schema } from './state.ts';
import { parseColumns, parseTableOptions } from './table-columns.ts';

/** Schemas, tables, views and procedures. */
export const OBJECT_STATEMENTS: readonly DefinitionForm[] = [
  [
    ['CREATE', 'SCHEMA'],
    'CREATE SCHEMA, Azure Synapse Analytics: nothing in it',
    (cursor, batch) => {
      needFirst(batch, 'CREATE SCHEMA');
      const name = cursor.identifier();
      const owner = cursor.accept('AUTHORIZATION') ? cursor.identifier() : undefined;
      if (cursor.peek() && !cursor.isNext(';')) throw cursor.refusal();
      return (context) => {
        const actor = actorOf(context);
        needInDatabase(actor, 'CREATE SCHEMA');
        const found = ownerNamed(actor, owner);
        if (schemaNamed(actor.database, name)) throw refusals.exists(name);
        actor.database.schemas.push({ id: actor.database.nextId++, name, owner: found });
      };
    },
  ],
  [
    ['DROP', 'SCHEMA'],
    'DROP SCHEMA, Azure Synapse Analytics: no IF EXISTS',
    (cursor) => {
      const name = cursor.identifier();
      return (context) => {
        const actor = actorOf(context);
        const { schemas, objects, permissions } = actor.database;
        const schema = schemaNamed(actor.database, name);
        const may =
          schema && (holds(actor, { kind: 'schema', schema }, 'CONTROL') || holds(actor, DATABASE, 'ALTER ANY SCHEMA'));
        if (!schema || !may || schema.id < 5) throw refusals.unreachable('drop', 'schema', name);
        const inside = objects.find((each) => each.schema === schema.id);
        if (inside) throw refusals.notEmpty(name, inside.name);
        schemas.splice(schemas.indexOf(schema), 1);
        const kept = permissions.filter(({ securableClass, major }) => !(securableClass === 3 && major === schema.id));
        permissions.splice(0, permissions.length, ...kept);
      };
    },
  ],
  [
    ['CREATE', 'TABLE'],
    'CREATE TABLE (Azure Synapse Analytics)',
    (cursor) => {
      const path = cursor.path();
      const columns = parseColumns(cursor);
      const { distribution, isColumnstore } = parseTableOptions(cursor);
      return (context) => {
        const tooLarge = columns.find(({ isMax }) => isMax && isColumnstore);
        if (tooLarge) throw refusals.noColumnstore(tooLarge.name);
        const plain = columns.map(({ isMax: _isMax, ...column }) => column);
        add(actorOf(context), path, 'U', 'CREATE TABLE', { columns: plain, distribution });
      };
    },
  ],
  [['DROP', 'TABLE'], 'DROP TABLE, Azure Synapse Analytics: no IF EXISTS', parseDrop('U', 'table', false)],
  [
    ['TRUNCATE', 'TABLE'],
    'TRUNCATE TABLE',
    (cursor) => {
      const path = cursor.path();
      return (context) => {
        const actor = actorOf(context);
        const table = objectAt(actor, path);
        if (table?.type !== 'U' || !holds(actor, { kind: 'object', object: table }, 'ALTER'))
          throw refusals.noObject(path.name);
        table.rows = [];
      };
    },
  ],
  [
    ['CREATE', 'VIEW'],
    'CREATE VIEW, Azure Synapse Analytics: no OR ALTER, no SCHEMABINDING',
    (cursor, batch) => {
      needFirst(batch, 'CREATE VIEW');
      const path = cursor.path();
      cursor.expect('AS');
      const body = rest(cursor);
      return (context) => {
        const actor = actorOf(context);
        // The creator of a view must be able to read its tables: "CREATE VIEW", Permissions.
        const { columns } = select(body, context);
        const described = columns.map(({ name, type }) => ({
          name,
          type,
          length: undefined,
          isNullable: true,
          fallback: null,
        }));
        add(actor, path, 'V', 'CREATE VIEW', { columns: described, body, definition: cursor.text });
      };
    },
  ],
  [['DROP', 'VIEW'], 'DROP VIEW, Azure Synapse Analytics', parseDrop('V', 'view', true)],
  [
    ['CREATE', 'PROCEDURE'],
    'CREATE PROCEDURE, Azure Synapse Analytics: no OR ALTER, no defaults, no WITH',
    parseProcedure(false),
  ],
  [['CREATE', 'PROC'], 'CREATE PROCEDURE, Azure Synapse Analytics', parseProcedure(false)],
  [['ALTER', 'PROCEDURE'], 'ALTER PROCEDURE, Azure Synapse Analytics', parseProcedure(true)],
  [['ALTER', 'PROC'], 'ALTER PROCEDURE, Azure Synapse Analytics', parseProcedure(true)],
  [['DROP', 'PROCEDURE'], 'DROP PROCEDURE, Azure Synapse Analytics: no IF EXISTS', parseDrop('P', 'procedure', false)],
  [['DROP', 'PROC'], 'DROP PROCEDURE, Azure Synapse Analytics', parseDrop('P', 'procedure', false)],
];

function rest(cursor: Cursor): readonly Token[] {
  const tokens: Token[] = [];
  while (cursor.peek()) tokens.push(cursor.take());
  if (tokens.length === 0) throw cursor.refusal();
  while (tokens.at(-1)?.value === ';') tokens.pop();
  return tokens;
}

/**
 * Creating an object requires the permission in the database and ALTER on the schema. Source: "CREATE TABLE" and
 * similar pages, Permissions.
 */
function add(
  actor: Actor,
  path: Path,
  type: DatabaseObject['type'],
  permission: string,
  content: Partial<Pick<DatabaseObject, 'columns' | 'distribution' | 'body' | 'definition' | 'parameters'>>,
): void {
  const { database } = actor;
  needInDatabase(actor, permission);
  const schema = schemaOf(actor, path);
  if (!schema || !holds(actor, { kind: 'schema', schema }, 'ALTER')) throw refusals.noSchema(path.schema ?? 'dbo');
  if (database.objects.some((each) => each.schema === schema.id && each.name.toLowerCase() === path.name.toLowerCase()))
    throw refusals.exists(path.name);
  database.objects.push({
    id: database.nextId++,
    schema: schema.id,
    name: path.name,
    type,
    columns: [],
    rows: [],
    distribution: '',
    definition: '',
    body: [],
    parameters: [],
    ...content,
  });
}

function parseDrop(type: DatabaseObject['type'], kind: string, hasIfExists: boolean): DefinitionParse {
  return (cursor) => {
    const isLenient = hasIfExists && cursor.accept('IF', 'EXISTS');
    const path = cursor.path();
    return (context) => {
      const actor = actorOf(context);
      const { objects, permissions } = actor.database;
      const object = objectAt(actor, path);
      if (object?.type !== type || !mayDrop(actor, object)) {
        if (isLenient && !object) return;
        throw refusals.cannotDrop(kind, path.schema === undefined ? path.name : `${path.schema}.${path.name}`);
      }
      objects.splice(objects.indexOf(object), 1);
      const kept = permissions.filter(({ securableClass, major }) => !(securableClass === 1 && major === object.id));
      permissions.splice(0, permissions.length, ...kept);
    };
  };
}

/** Source: "DROP TABLE", "DROP VIEW" and "DROP PROCEDURE", Permissions: CONTROL on it, or ALTER on its schema. */
function mayDrop(actor: Actor, object: DatabaseObject): boolean {
  const schema = actor.database.schemas.find(({ id }) => id === object.schema) as Schema;
  const securable: Securable = { kind: 'object', object };
  return holds(actor, securable, 'CONTROL') || holds(actor, { kind: 'schema', schema }, 'ALTER');
}

function parseProcedure(isChange: boolean): DefinitionParse {
  return (cursor, batch, compileBody) => {
    needFirst(batch, isChange ? 'ALTER PROCEDURE' : 'CREATE PROCEDURE');
    const path = cursor.path();
    const isWrapped = cursor.accept('(');
    const parameters = cursor.peek()?.kind === 'variable' ? parseParameters(cursor) : [];
    if (isWrapped) cursor.expect(')');
    cursor.expect('AS');
    const body = rest(cursor);
    compileBody(body, cursor.text, false);
    return (context: Context) => {
      const actor = actorOf(context);
      const content = { parameters, body, definition: cursor.text };
      if (!isChange) return add(actor, path, 'P', 'CREATE PROCEDURE', content);
      const object = objectAt(actor, path);
      if (object?.type !== 'P' || !holds(actor, { kind: 'object', object }, 'ALTER'))
        throw refusals.noObject(path.name);
      Object.assign(object, content);
    };
  };
}

function parseParameters(cursor: Cursor): readonly Parameter[] {
  const parameters: Parameter[] = [];
  do {
    const name = cursor.take();
    if (name.kind !== 'variable') throw cursor.refusal();
    const { type } = parseType(cursor);
    parameters.push({ name: name.value, type, isOutput: cursor.accept('OUTPUT') || cursor.accept('OUT') });
  } while (cursor.accept(','));
  return parameters;
}
