/** The module of Node that contains SQLite. */
export type SqliteModule = typeof import('node:sqlite');

/**
 * Loads `node:sqlite`. Node 22 prints a warning when that happens, which is of no use to the operators of a host: it
 * is suppressed during the load, and nothing else is.
 */
export function loadSqlite(): SqliteModule {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
