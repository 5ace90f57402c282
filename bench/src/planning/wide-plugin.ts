import { definePlugin, ident, literal, type ManagedObject, type Plugin, sql } from '@portcullis/plugin-api';
import { z } from 'zod';

const config = z.strictObject({
  host: z.string(),
  database: z.string(),
  objects: z.int().min(1),
  username: z.string().default('administrator'),
});

/** Returns the body of a request for this number of objects. */
export function wideBody(objects: number) {
  return { type: 'Wide', autoBootstrap: false, config: { host: 'wide.example', database: 'governed', objects } };
}

/**
 * A plugin with as many objects as its config states: a database, an account, then schemas and grants in alternation.
 * As in real plugins, each has a guard, a mark, a reason and privileges, and the account cannot be dropped before its
 * objects.
 */
export function widePlugin(): Plugin {
  return definePlugin({
    apiVersion: 1,
    type: 'Wide',
    id: 'wide',
    version: '1.0.0',
    description: 'As many objects as are asked for.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config,
    credentials: config.pick({ username: true }),
    privileged: ['username'],
    immutable: ['host', 'database'],
    target: ({ host, database }) => ({ identity: [host, database], display: host }),
    dialect: {
      language: 'Wide SQL',
      separator: ';',
      quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
      quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
      comment: (text) => `-- ${text}`,
    },
    stages: [{ id: 'main', title: ({ host }) => `On ${host}` }],
    connect: async () => ({ run: async () => ({}), close: async () => undefined }),
    objects: ({ database, objects }, { mark }) =>
      Array.from({ length: objects }, (_each, index) => objectAt(index, database, mark)),
    observe: async (_session, objects) => objects.map(({ key }) => ({ key, state: 'absent' })),
    tests: [],
    classifyError: () => undefined,
    samples: [wideBody(3).config],
  });
}

function objectAt(index: number, database: string, mark: (key: string) => string): ManagedObject {
  const key = `object-${index}`;
  const name = `${database}_${index}`;
  const kind = index === 0 ? 'database' : index === 1 ? 'user' : index % 2 === 0 ? 'schema' : 'grant';
  const owner = `${database}_1`;
  const create =
    kind === 'grant'
      ? sql`GRANT USAGE ON SCHEMA ${ident(database, `${database}_${index - 1}`)} TO ${ident(owner)}`
      : sql`CREATE ${kind === 'database' ? sql`DATABASE` : kind === 'user' ? sql`USER` : sql`SCHEMA`} ${ident(name)} COMMENT ${literal(mark(key))}`;
  return {
    key,
    kind,
    name,
    scope: 'cluster',
    by: 'setup',
    stage: 'main',
    why: 'Needed for what the service does.',
    needs: [{ name: `CREATE ${kind.toUpperCase()}`, on: 'cluster' }],
    create: [{ text: create }],
    drop: [{ text: sql`DROP OBJECT ${ident(name)}` }],
    guard: {
      exists: sql`SELECT 1 FROM objects WHERE name = ${literal(name)}`,
      ours: sql`SELECT 1 FROM objects WHERE name = ${literal(name)} AND mark = ${literal(mark(key))}`,
    },
    ...(index > 1 ? { blocks: ['object-1'] } : {}),
  };
}
