import type { Observation } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { scriptedDriver } from './support/scripted-driver.ts';
import { environment, markOf } from './support/test-environment.ts';

const signal = new AbortController().signal;
type ScriptedResponse = (statement: string) => readonly object[] | Error;

/** Returns the observations that the plugin makes from the rows of the server's responses. */
async function observeWith(respond: ScriptedResponse): Promise<Readonly<Record<string, Observation>>> {
  const driver = scriptedDriver((text) => {
    const rows = respond(text);
    return rows instanceof Error ? rows : rows.map((row) => ({ ...row }));
  });
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
    (await definition.observe?.(await connect(), observed, { config, signal })) ?? [];
  return Object.fromEntries(seen.map((each) => [each.key, each]));
}

const refused = Object.assign(new Error('x'), { code: 'ER_TABLEACCESS_DENIED_ERROR', sqlMessage: 'SELECT denied' });
const sees: ScriptedResponse = (text) => (text.includes('USER_PRIVILEGES') ? [{ 1: 1 }] : []);

describe('an observation of the platform', () => {
  it('finds no object on an empty server with full visibility', async () => {
    const seen = await observeWith(sees);
    expect(Object.values(seen).map(({ state }) => state)).toEqual(['absent', 'absent', 'absent', 'absent']);
  });

  it('reports hidden objects as unknown', async () => {
    const seen = await observeWith((text) => (text.includes('mysql.') ? refused : []));
    expect(Object.values(seen).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('distinguishes our objects from foreign ones by the mark', async () => {
    const marks = (text: string) =>
      text.includes('SCHEMATA') ? 'database' : text.includes('TABLES') ? 'marks' : 'service-account';
    const marked = await observeWith((text) =>
      text.includes('FROM DUAL') ? [] : [{ mark: markOf(marks(text)), connection_limit: 10, privileges: 10 }],
    );
    expect(marked).toMatchObject({
      database: { state: 'ours' },
      marks: { state: 'ours' },
      'service-account': { state: 'ours', values: { connectionLimit: 10 } },
      'database-access': { state: 'ours' },
    });
    expect(await observeWith(() => [{ mark: '' }])).toMatchObject({
      database: { state: 'foreign' },
      marks: { state: 'foreign' },
      'service-account': { state: 'foreign' },
    });
  });
});
