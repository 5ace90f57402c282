/** The module of Node that contains SQLite. */
export type SqliteModule = typeof import('node:sqlite');

/**
 * Loads `node:sqlite`. Node 22 then prints a warning that is of no use to the operators of a host. Only this warning is
 * suppressed, only during the load.
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
