import { type Actor, schemaNamed, sees } from './access.ts';
import type { Path } from './cursor.ts';
import { type DatabaseObject, isSame, type Schema } from './state.ts';

/**
 * The schema in a path, or the default schema of the acting user, otherwise `dbo`. Source: "CREATE USER",
 * DEFAULT_SCHEMA.
 */
export function schemaOf({ database, user }: Actor, path: Path): Schema | undefined {
  if (path.schema !== undefined) return schemaNamed(database, path.schema);
  const own = database.principals.find(({ id }) => id === user)?.defaultSchema;
  return schemaNamed(database, own ?? 'dbo') ?? schemaNamed(database, 'dbo');
}

/** An object by its path, in the default schema first and then in `dbo`. */
export function objectAt(actor: Actor, path: Path): DatabaseObject | undefined {
  const find = (schema: Schema | undefined) =>
    schema && actor.database.objects.find((each) => each.schema === schema.id && isSame(each.name, path.name));
  return (
    find(schemaOf(actor, path)) ?? (path.schema === undefined ? find(schemaNamed(actor.database, 'dbo')) : undefined)
  );
}

/** The parts of a name as text, without their brackets. */
export function partsOf(name: string): readonly string[] {
  return [...name.matchAll(/\[((?:[^\]]|\]\])+)\]|([^.[\]]+)/g)].map(([, inner, bare]) =>
    (inner ?? bare ?? '').replaceAll(']]', ']'),
  );
}

/** An object by its name as text, if the acting user may see it. Source: "OBJECT_ID". */
export function catalogObject(actor: Actor, name: string, type?: string): DatabaseObject | undefined {
  const parts = partsOf(name);
  const [schema, own] = parts.length > 1 ? parts : [undefined, parts[0]];
  const found = objectAt(actor, { schema, name: own ?? '' });
  if (!found || (type !== undefined && found.type !== type.trim().toUpperCase())) return undefined;
  return sees(actor, { kind: 'object', object: found }) ? found : undefined;
}
