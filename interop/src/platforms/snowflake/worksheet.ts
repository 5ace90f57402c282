/** Runs a script as a worksheet does: statement by statement, up to the first failure. */
export function runInWorksheet(execute: (statement: string) => unknown, script: string): void {
  for (const statement of statementsOf(script)) execute(statement);
}

/** Splits a script at semicolons outside of quotes, dollar quotes and comments. */
function statementsOf(script: string): readonly string[] {
  const token = /--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*"|;|[^;'"$-]+|[\s\S]/g;
  const statements: string[] = [];
  let current = '';
  for (const [piece] of script.matchAll(token)) {
    if (piece === ';') {
      statements.push(current.trim());
      current = '';
    } else if (!piece.startsWith('--')) current += piece;
  }
  return [...statements, current.trim()].filter((statement) => statement !== '');
}
