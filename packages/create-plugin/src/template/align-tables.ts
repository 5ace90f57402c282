/**
 * Aligns the columns of the tables in a Markdown text, like formatters: omitted lines of a template and longer names
 * change their widths. Cells contain no vertical bars.
 */
export function alignTables(markdown: string): string {
  const aligned: string[] = [];
  let rows: string[][] = [];
  const flush = (): void => {
    aligned.push(...tableLines(rows));
    rows = [];
  };
  for (const line of markdown.split('\n')) {
    if (/^\|.*\|$/.test(line))
      rows.push(
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    else {
      flush();
      aligned.push(line);
    }
  }
  flush();
  return aligned.join('\n');
}

function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = rows;
  const isRule = (cell: string): boolean => /^-+$/.test(cell);
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => (isRule(row[column] ?? '') ? 0 : (row[column] ?? '').length))),
  );
  return rows.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return isRule(cell) ? '-'.repeat(width) : cell.padEnd(width);
    });
    return `| ${cells.join(' | ')} |`;
  });
}
