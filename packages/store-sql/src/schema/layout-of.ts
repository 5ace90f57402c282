import { TABLES, type TableDeclaration, type TableName } from '@portcullis/core/ports';
import type { NamedColumns, TableLayout } from './table-layout.ts';

/** Prefix of every table, index and constraint: a host may have its own tables in the same schema. */
export const PREFIX = 'portcullis_';

/** Converts camelCase into snake_case: `oneHash` becomes `one_hash`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the layout of the current declaration of a table. */
export function layoutOf(table: TableName): TableLayout {
  const { columns, key, unique, indexes }: TableDeclaration = TABLES[table];
  const name = `${PREFIX}${toSnakeCase(table)}`;
  const named = (suffix: string, members: readonly string[]): NamedColumns => ({
    name: `${name}_${toSnakeCase(suffix)}`,
    columns: members.map(toSnakeCase),
  });
  return {
    name,
    columns: withSnakeCase(columns),
    key: named('key', key),
    ...(unique && { unique: Object.entries(unique).map(([constraint, members]) => named(constraint, members)) }),
    ...(indexes && {
      indexes: Object.entries(indexes).map(([index, { columns: members, where }]) => ({
        ...named(index, members),
        ...(where && { where: withSnakeCase(where) }),
      })),
    }),
  };
}

function withSnakeCase<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]));
}
