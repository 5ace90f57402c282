import type { ColumnType } from '@portcullis/core/ports';

/** A table with the names of the database. Migrations contain layouts as literals. */
export interface TableLayout {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: NamedColumns;
  readonly unique?: readonly NamedColumns[];
  readonly indexes?: readonly IndexLayout[];
}

/** Columns under the name of their constraint. */
export interface NamedColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** An index of all rows, or of the rows with the given values. */
export interface IndexLayout extends NamedColumns {
  readonly where?: Readonly<Record<string, string | boolean>>;
}
