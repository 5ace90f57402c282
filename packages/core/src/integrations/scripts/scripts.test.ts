import {
  clientConfiguredPlugin,
  createSimulatedPlatform,
  runScript,
  SIMULATED_CONFIG,
  simulatedPlugin,
} from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { RequestedScript } from '../../index.ts';

const RICH = { audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' }, volume: { size: 10 } };

const manual = (config: object = {}) =>
  bodyOf({ username: 'gov_account', ...config }, { autoBootstrap: false }) as { config: object };

function run({ platform, plugin }: TestInstance, script: string, config: object = {}): void {
  runScript(platform, {
    plugin,
    config: manual(config).config,
    script,
    secrets: { servicePassword: SIMULATED_CONFIG.password },
  });
}

async function existing(instance: TestInstance, config: object = {}): Promise<number> {
  for (const kind of ['initial-create', 'create'] as const) {
    run(instance, (await instance.portcullis.integrations.script(ADMIN, kind, manual(config))).script, config);
  }
  return createAndWait(instance, manual(config));
}

describe('scripts', () => {
  it('have the statements of the first connection in initial-create and the others in create', async () => {
    const { portcullis } = await createTestInstance();
    const first = await portcullis.integrations.script(ADMIN, 'initial-create', manual(RICH));
    const second = await portcullis.integrations.script(ADMIN, 'create', manual(RICH));
    expect(first.stages).toEqual(['In the database main']);
    expect(second.stages).toEqual(['In the database gov']);
    expect(first.script).toContain('CREATE DATABASE "gov"');
    expect(second.script).toContain('CREATE SCHEMA "portcullis"');
    expect(`${first.script}${second.script}`).not.toContain('PARAMETER');
    expect(first.fileName).toBe('portcullis-simulated-initial-create.sql');
  });

  it('contain the same statements as an automatic set-up', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const scripts = await Promise.all(
      (['initial-create', 'create'] as const).map(
        async (kind) => (await integrations.script(ADMIN, kind, manual(RICH))).script,
      ),
    );
    await createAndWait(instance, bodyOf(RICH));
    for (const { text } of instance.platform.statements) {
      if (text.includes('PARAMETER')) continue;
      expect(scripts.join()).toContain(text.replaceAll('gov_service', 'gov_account'));
    }
  });

  it('may be run twice, and cleanup removes everything again', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    instance.platform.plant({ server: 'db.example.com:7000', kind: 'role', name: 'theirs' });
    const before = instance.platform.snapshot();
    const scripts: string[] = [];
    for (const kind of ['initial-create', 'create'] as const) {
      const { script } = await integrations.script(ADMIN, kind, manual());
      scripts.push(script.replaceAll(/^GRANT .*$/gm, ''));
      run(instance, script);
    }
    const after = instance.platform.snapshot();
    for (const script of scripts) run(instance, script);
    expect(instance.platform.snapshot()).toEqual(after);
    run(instance, (await integrations.script(ADMIN, 'cleanup', manual())).script);
    expect(instance.platform.snapshot()).toEqual(before);
  });

  it('change nothing if foreign objects have the names', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    for (const [kind, name] of [
      ['database', 'gov'],
      ['user', 'gov_account'],
      ['role', 'portcullis_readers'],
    ] as const) {
      instance.platform.plant({ server: 'db.example.com:7000', kind, name });
    }
    const before = instance.platform.snapshot();
    for (const kind of ['initial-create', 'cleanup'] as const) {
      const { script } = await integrations.script(ADMIN, kind, manual());
      run(instance, script.replaceAll(/^(GRANT|REVOKE) .*$/gm, ''));
    }
    expect(instance.platform.snapshot()).toEqual(before);
  });

  it('edit from the named integration, or from the one on the target of the config', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const id = await existing(instance);
    const byTarget = await integrations.script(ADMIN, 'edit', manual(RICH));
    const byId = await integrations.script(ADMIN, 'edit', manual(RICH), id);
    expect(byId).toEqual(byTarget);
    expect(byId.script).toMatch(/CREATE TRAIL "audit"[\s\S]*CREATE ROLE "actors"[\s\S]*CREATE VOLUME/);
    expect(byId.script).not.toContain('CREATE DATABASE');
    run(instance, byId.script, RICH);
    await integrations.update(ADMIN, id, manual(RICH));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    const back = await integrations.script(ADMIN, 'edit', manual({ ...RICH, volume: { size: 20 } }), id);
    expect(back.script.match(/(?<=^ *)(DROP|CREATE|GRANT|REVOKE) (VOLUME|FOLDER)/gm)).toEqual([
      'REVOKE VOLUME',
      'DROP FOLDER',
      'DROP VOLUME',
      'CREATE VOLUME',
      'CREATE FOLDER',
      'GRANT VOLUME',
    ]);
  });

  it('delete the objects in the ledger', async () => {
    const instance = await createTestInstance();
    const id = await existing(instance, RICH);
    const { script, warnings } = await instance.portcullis.integrations.deleteScript(ADMIN, id);
    expect(script).toMatch(/IF EXISTS .*\n {2}DROP ROLE "actors"/);
    expect(warnings).toEqual([]);
    run(instance, script, RICH);
    expect(instance.platform.snapshot()).toEqual([]);
  });

  it('make no connection and store nothing', async () => {
    const instance = await createTestInstance();
    const before = await dumpStore(instance.store);
    for (const kind of ['initial-create', 'create', 'cleanup'] as const) {
      await instance.portcullis.integrations.script(ADMIN, kind, manual(RICH));
    }
    expect(await dumpStore(instance.store)).toBe(before);
    expect(instance.platform.openedSessions).toBe(0);
  });
});

describe('scripts with bad input', () => {
  const refused = async (kind: RequestedScript, body: unknown, id?: number) => {
    const platform = createSimulatedPlatform();
    const plugins = [simulatedPlugin(platform), simulatedPlugin(platform, { type: 'Other' }), clientConfiguredPlugin()];
    const instance = await createTestInstance({ platform, plugins });
    await createAndWait(instance);
    return refusalOf(instance.portcullis.integrations.script(ADMIN, kind, body, id));
  };

  it('are a 400 that names the types with such a script', async () => {
    const refusal = await refused('create', { type: 'Remote' });
    expect(refusal).toMatchObject({ code: 'SCRIPT_NOT_AVAILABLE', statusCode: 400 });
    expect(refusal.message).toContain('Types that have it: Simulated, Other.');
    expect(await refused('post-cleanup', manual())).toMatchObject({
      code: 'SCRIPT_NOT_AVAILABLE',
      message: 'Simulated has no post-cleanup script. No installed type has it.',
    });
  });

  it.each([
    ['autoBootstrap true', bodyOf(), 'AUTO_BOOTSTRAP_INVALID'],
    ['an unknown type', { type: 'x' }, 'TYPE_UNKNOWN'],
    ['an unknown field', manual({ hots: 1 }), 'BODY_INVALID'],
    ['no body', undefined, 'BODY_INVALID'],
    ['a name no platform can hold', manual({ schema: 'a\0' }), 'BODY_INVALID'],
    ['the marker', manual({ password: '[REDACTED]' }), 'REDACTED_VALUE'],
  ])('are refused with %s', async (_name, body, code) => {
    expect(await refused('create', body)).toMatchObject({ code, statusCode: 400 });
  });

  it('are a 404 if there is nothing to edit, and a 400 if the config does not identify a target', async () => {
    expect(await refused('edit', manual({ host: 'elsewhere' }))).toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
    expect(await refused('edit', manual({ host: 7 }))).toMatchObject({ code: 'BODY_INVALID' });
    expect(await refused('edit', manual(), 99)).toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
  });

  it('do not edit an automatic integration, another type or another target', async () => {
    expect((await refused('edit', manual())).message).toContain('cannot be changed: autoBootstrap');
    expect((await refused('edit', { ...manual(), type: 'Other' }, 1)).message).toContain('cannot be changed: type');
    expect((await refused('edit', manual({ host: 'elsewhere' }), 1)).message).toContain('config.host');
  });

  it('are a 404 or a 400 for an impossible delete script', async () => {
    const instance = await createTestInstance({ plugins: [clientConfiguredPlugin()] });
    await createAndWait(instance, { type: 'Remote' });
    const { integrations } = instance.portcullis;
    expect(await refusalOf(integrations.deleteScript(ADMIN, 99))).toMatchObject({ statusCode: 404 });
    expect(await refusalOf(integrations.deleteScript(ADMIN, 1))).toMatchObject({ code: 'SCRIPT_NOT_AVAILABLE' });
  });
});
