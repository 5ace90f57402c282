/** Returns rows under headings, in columns. The last column has any width. */
export function renderTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map(withoutControls));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Removes control characters, which would move the cursor or colour the terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
