import { markdownTable } from 'markdown-table';

/** A table to print: a heading, the names of the columns, the rows. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Prints a table as Markdown, ready to be kept as a result. All columns except the first are numbers. */
export function printTable({ title, columns, rows }: Table): void {
  const align = columns.map((_, index) => (index === 0 ? 'left' : 'right'));
  console.log(`\n### ${title}\n\n${markdownTable([[...columns], ...rows.map((row) => [...row])], { align })}`);
}
