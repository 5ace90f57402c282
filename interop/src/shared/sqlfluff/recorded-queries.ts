import {
  type AnyPluginDefinition,
  canonicalText,
  type Dialect,
  type ManagedObject,
  type Remediation,
  type Sql,
} from '@portcullis/plugin-api';
import type { NamedStatement } from './sqlfluff.ts';

const signal = new AbortController().signal;

/**
 * The queries that the plugin sends for observations and tests, and the remedies of its tests, recorded without a
 * platform.
 */
export async function recordedQueries(
  definition: AnyPluginDefinition,
  config: object,
  objects: readonly ManagedObject[],
  mark: (key: string) => string,
): Promise<readonly NamedStatement[]> {
  const dialect = definition.dialect as Dialect;
  const recorded: NamedStatement[] = [];
  let purpose = '';
  const note = (text: string): number => recorded.push({ name: purpose, text });
  const session = {
    serviceAccount: 'service account',
    role: 'set-up role',
    isMaster: true,
    // One meaningless row reaches more code than none.
    query: async (statement: Sql) => {
      note(canonicalText(statement, dialect));
      return [
        {
          name: 'x',
          id: 1,
          tables: 1,
          schema: 'portcullis',
          account: 'set-up account',
          database: 'x',
          mark: 'x',
          ours: 1,
          USER_NAME: 'x',
        },
      ];
    },
  } as never;

  purpose = 'discover';
  await definition.discover?.(session, { config, signal });
  purpose = 'inventory';
  await definition.inventory?.(session, { config, markPrefix: 'portcullis:', signal });
  purpose = 'observe';
  const observed = objects.map(({ key, kind, name, scope, desired }) => ({
    key,
    kind,
    name,
    scope,
    desired: desired ?? {},
    mark: mark(key),
  }));
  await definition.observe?.(session, observed, { config, signal });
  for (const test of definition.tests) {
    purpose = `test ${test.id}`;
    const context = {
      config,
      mode: test.modes[0],
      operation: test.operations[0],
      facts: {},
      session,
      host: {},
      options: {},
      mark: (key: string) => key,
      signal,
    };
    const outcome = (await test.run(context as never)) as { readonly remediation?: Remediation };
    purpose = `remedy of ${test.id}`;
    for (const remedy of outcome.remediation?.statements ?? [])
      note(typeof remedy === 'string' ? remedy : canonicalText(remedy, dialect));
  }
  return recorded;
}
