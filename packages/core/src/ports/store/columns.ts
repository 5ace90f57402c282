/**
 * The types a column can have. A question mark makes it nullable.
 *
 * - `id`: a positive safe integer given by the store, ascending.
 * - `integer`, `text`, `boolean`, `json`, `bytes`.
 * - `time`: an instant in milliseconds since 1970 (UTC), as a number.
 */
export type ColumnType = 'id' | Nullable<'integer' | 'text' | 'boolean' | 'json' | 'time' | 'bytes'>;
type Nullable<Type extends string> = Type | `${Type}?`;

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

interface ColumnValues {
  id: number;
  integer: number;
  text: string;
  boolean: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each reader of a JSON column knows and checks its shape.
  json: any;
  time: number;
  bytes: Uint8Array;
}

/** The TypeScript type of a column. */
export type ColumnValue<Type extends ColumnType> = Type extends `${infer Plain extends keyof ColumnValues}?`
  ? ColumnValues[Plain] | null
  : Type extends keyof ColumnValues
    ? ColumnValues[Type]
    : never;

/** The declaration of a table, as data: adapters derive their storage from it. */
export interface TableDeclaration {
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The primary key. A table with an `id` column has that one. */
  readonly key: readonly string[];
  /** Named unique constraints. A {@link StoreConflictError} carries the name. Nulls never conflict. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  /** Named indexes; `where` restricts an index to the rows of a frequent query. */
  readonly indexes?: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly where?: Readonly<Record<string, string | boolean>> }>
  >;
}
