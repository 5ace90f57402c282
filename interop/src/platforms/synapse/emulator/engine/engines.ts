import { DatabaseSync } from 'node:sqlite';
import { registerFunctions } from './functions.ts';
import type { Context } from './session.ts';

interface Engine {
  readonly database: DatabaseSync;
  context: Context | undefined;
}

const free: Engine[] = [];

/** Lends an empty engine whose functions use a context. Creating an engine takes longer than a query. */
export function borrowEngine<Given>(context: Context, work: (database: DatabaseSync) => Given): Given {
  const engine = free.pop() ?? createEngine();
  engine.context = context;
  try {
    return work(engine.database);
  } finally {
    const tables = engine.database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) engine.database.exec(`DROP TABLE "${String(name).replaceAll('"', '""')}"`);
    free.push(engine);
  }
}

function createEngine(): Engine {
  const engine: Engine = { database: new DatabaseSync(':memory:'), context: undefined };
  registerFunctions(engine.database, () => {
    if (!engine.context) throw new Error('This engine is not borrowed.');
    return engine.context;
  });
  return engine;
}
