import type { RequestedScript } from '@portcullis/core';
import { definitionOf } from '@portcullis/plugin-api';
import { redshift } from '@portcullis/plugin-redshift';
import { createSimulatedPlatform, runScript, simulate } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const PASSWORD = 'Canary7Password';
const config = {
  host: 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com',
  database: 'governance',
  authenticationType: 'userPassword',
  username: 'svc',
  password: PASSWORD,
};
const parsed = definitionOf(redshift()).config.parse(config) as object;
const body = (more: object = {}) => ({ type: 'Redshift', autoBootstrap: false, config: { ...config, ...more } });

const platform = createSimulatedPlatform();
const plugin = simulate(redshift(), platform);
const start = () => openInMemory({ plugins: [plugin] });
let portcullis: Awaited<ReturnType<typeof start>>;

beforeEach(async () => {
  portcullis = await start();
});

afterEach(() => portcullis.close());

const WITHOUT_ID = ['initial-create', 'create', 'cleanup'] as const satisfies readonly RequestedScript[];

describe('a request for a script without initialDatabase', () => {
  it.each(WITHOUT_ID)('%s uses the database dev', async (kind) => {
    const { integrations } = portcullis;
    const left = await integrations.script(ADMIN, kind, body());
    const named = await integrations.script(ADMIN, kind, body({ initialDatabase: 'dev' }));
    expect(left).toEqual(named);
    const elsewhere = await integrations.script(ADMIN, kind, body({ initialDatabase: 'analytics' }));
    if (kind !== 'create') expect(left.script).not.toBe(elsewhere.script);
  });

  it('edit and delete work for an integration that was set up without it', async () => {
    const { integrations } = portcullis;
    for (const kind of ['initial-create', 'create'] as const) {
      const { script } = await integrations.script(ADMIN, kind, body());
      runScript(platform, { plugin, config: parsed, script, secrets: { servicePassword: PASSWORD }, decides: true });
    }
    const response = await integrations.create(ADMIN, body());
    const id = Number('id' in response ? response.id : Number.NaN);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    const more = { impersonation: { enabled: true } };
    const edit = await integrations.script(ADMIN, 'edit', body(more), id);
    expect(edit.script).toContain('CREATE ROLE');
    expect(edit).toEqual(await integrations.script(ADMIN, 'edit', body({ ...more, initialDatabase: 'dev' }), id));
    const removal = await integrations.deleteScript(ADMIN, id);
    expect(removal.script).toContain('dev');
    runScript(platform, { plugin, config: parsed, script: removal.script, decides: true });
    expect(platform.snapshot()).toEqual([]);
  });
});
