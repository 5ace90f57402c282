import type { Observation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { scriptedDriver } from './support/scripted-driver.ts';
import { environment, markOf } from './support/test-environment.ts';

const SERVICE = { actor: 'service', secrets: { servicePassword: 'x' } } as const;
const signal = new AbortController().signal;

/** Returns the plugin's observations of the catalog's rows. */
async function observeWith(
  respond: (statement: string) => readonly object[],
): Promise<Readonly<Record<string, Observation>>> {
  const driver = scriptedDriver((text) => respond(text).map((row) => ({ ...row })));
  const { definition, objects, config, connect } = environment({ plugin: { driver: driver.load } });
  const observed = objects.map(({ key, kind, name, scope }) => ({
    key,
    kind,
    name,
    scope,
    desired: {},
    mark: markOf(key),
  }));
  const seen: readonly Observation[] =
    (await definition.observe?.(await connect(SERVICE), observed, { config, signal })) ?? [];
  return Object.fromEntries(seen.map((each) => [each.key, each]));
}

describe('an observation of the platform', () => {
  it('finds no object on an empty platform', async () => {
    const seen = await observeWith(() => []);
    expect(Object.values(seen).map(({ state }) => state)).toEqual(['absent', 'absent', 'absent']);
  });

  it('distinguishes our objects from foreign ones by the mark', async () => {
    const marked = await observeWith((text) => [
      { mark: text.includes('pg_roles') ? markOf('service-account') : markOf('schema'), connection_limit: 10 },
    ]);
    expect(marked).toMatchObject({
      schema: { state: 'ours' },
      'service-account': { state: 'ours', values: { connectionLimit: 10 } },
      'schema-access': { state: 'ours' },
    });
    expect(await observeWith(() => [{ mark: null }])).toMatchObject({
      schema: { state: 'foreign' },
      'service-account': { state: 'foreign' },
    });
  });

  it('never treats a superuser as ours', async () => {
    const seen = await observeWith(() => [{ mark: markOf('service-account'), superuser: true }]);
    expect(seen['service-account']?.state).toBe('foreign');
  });
});

it('lists objects with a mark', async () => {
  const driver = scriptedDriver(() => [{ kind: 'schema', name: 'governance', mark: markOf('schema') }]);
  const { definition, config, connect } = environment({ plugin: { driver: driver.load } });
  const items = await definition.inventory?.(await connect(SERVICE), { config, markPrefix: 'portcullis:', signal });
  expect(items).toEqual([{ kind: 'schema', name: 'governance', mark: markOf('schema') }]);
  expect(driver.statements.at(-1)).toContain("'portcullis:'");
});
