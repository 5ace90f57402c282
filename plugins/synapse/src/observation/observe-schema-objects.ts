import { ident, literal, type Scalar, sql } from '@portcullis/plugin-api';
import { bodyDigest } from '../objects/body-digest.ts';
import { ownSchema } from '../objects/catalogs.ts';
import { TABLES } from '../objects/tables.ts';
import { ABSENT, type ObservationRequest, type ObservationResult, type Observer } from './observation-request.ts';

/** Observes a table, which is ours if its schema is ours. */
export const observeTable: Observer = (request) => observeSchemaObject(request, 'table');

/** Observes the delimiters, which must be those of the config, and the mark next to them. */
export const observeProfileFormat: Observer = async (request) => {
  const result = await observeSchemaObject(request, 'table');
  if (result.state !== 'ours') return result;
  const { session, blueprint, signal } = request;
  const rows = await session.query(
    sql`SELECT hash_delimiter, hash_key_delimiter, array_delimiter, integration_mark FROM ${ident(blueprint.systemSchema, TABLES.profileFormat)}`,
    { signal },
  );
  const [row] = rows;
  const onlyRow = (cell: unknown): Scalar => (rows.length === 1 && cell != null ? String(cell) : null);
  const values = {
    hashDelimiter: onlyRow(row?.hash_delimiter),
    hashKeyDelimiter: onlyRow(row?.hash_key_delimiter),
    arrayDelimiter: onlyRow(row?.array_delimiter),
    integrationMark: onlyRow(row?.integration_mark),
  };
  return { ...result, values };
};

/** Observes a procedure and its body. */
export const observeProcedure: Observer = async (request) => {
  const { session, object, signal } = request;
  const result = await observeSchemaObject(request, 'procedure');
  if (result.state !== 'ours') return result;
  const [row] = await session.query(
    sql`SELECT code.[definition] FROM sys.sql_modules AS code WHERE code.object_id = ${literal(Number(result.platformId))}`,
    { signal },
  );
  // Without a privilege on the procedure, the catalog hides its body, which does not count as a change.
  return row?.definition == null
    ? { ...result, values: { body: object.desired.body ?? null } }
    : { ...result, values: { body: bodyDigest(String(row.definition)) } };
};

const LISTS = { table: sql`sys.tables`, procedure: sql`sys.procedures` } as const;

/** Observes an object in a schema, which is ours if the schema is ours. */
async function observeSchemaObject(
  { session, object, blueprint, signal }: ObservationRequest,
  kind: keyof typeof LISTS,
): Promise<ObservationResult> {
  const schema = kind === 'table' ? blueprint.systemSchema : blueprint.procedureSchema;
  const name = object.name.slice(schema.length + 1);
  const [row] = await session.query(
    sql`SELECT listed.object_id AS id FROM ${LISTS[kind]} AS listed JOIN sys.schemas AS space ON space.schema_id = listed.schema_id WHERE space.name = ${literal(schema)} AND listed.name = ${literal(name)}`,
    { signal },
  );
  if (!row) return ABSENT;
  const own = await session.query(ownSchema(blueprint, schema), { signal });
  return { state: own.length > 0 ? 'ours' : 'foreign', platformId: String(row.id) };
}
