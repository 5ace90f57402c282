import { createSimulatedPlatform, runScript, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createTestInstance,
  type TestInstance,
} from '../../tests/support/create-test-instance.ts';
import { dumpStore } from '../../tests/support/dump-store.ts';
import { ServiceError } from '../index.ts';

/** In every form that quoting could hide it in. */
const CANARY = `canary'"\\%-horse`;
const KEY = 'canary-key';

/** Calls that collect whatever comes back, responses and errors alike. */
function collector() {
  const output: string[] = [];
  const note = (value: unknown): void => void output.push(JSON.stringify(value) ?? 'undefined');
  const call = async (promise: Promise<unknown>): Promise<void> => {
    try {
      note(await promise);
    } catch (error) {
      if (!ServiceError.isInstance(error)) throw error;
      note([error.message, error.toJSON(), error.extras.details, error.extras.validationResults, error.extras.body]);
    }
  };
  return { output, call };
}

/** Where a text was output or kept: responses, errors, logs, events, every row of the store. Not what went to the platform. */
async function leaks(
  instance: TestInstance,
  output: readonly string[],
  secrets = ['canary'],
): Promise<readonly string[]> {
  const logs = instance.logger.entries.map((entry) => JSON.stringify(entry));
  const events = instance.events.map((event) => JSON.stringify(event));
  const lines = [...output, ...logs, ...events, ...(await dumpStore(instance.store)).split('\n')];
  return lines.flatMap((line) =>
    secrets
      .filter((secret) => line.includes(secret))
      .map((secret) => line.slice(Math.max(0, line.indexOf(secret) - 80))),
  );
}

describe('a secret', () => {
  it('of an automatic set-up reaches only the platform, after any failure', async () => {
    for (const broken of [undefined, 'CREATE USER', 'MARK USER', 'CREATE SCHEMA', 'ALTER PARAMETER', 'DROP DATABASE']) {
      const instance = await createTestInstance();
      const { integrations } = instance.portcullis;
      const { output, call } = collector();
      const body = bodyOf({ password: CANARY });
      if (broken) instance.platform.inject({ at: broken, effect: { fail: 'missing-grant' } });
      await call(integrations.create(ADMIN, body, { dryRun: true }));
      await call(integrations.create(ADMIN, body));
      await integrations.whenIdle(1);
      await call(integrations.create(ADMIN, body));
      await call(integrations.update(ADMIN, 1, bodyOf({ password: CANARY, retentionDays: 7 })));
      await integrations.whenIdle(1);
      await call(integrations.get(ADMIN, 1));
      await call(integrations.operations(ADMIN, 1));
      await call(integrations.deleteScript(ADMIN, 1));
      const generated = instance.platform.statements
        .map(({ revealed }) => /PASSWORD '([^']+)'/.exec(revealed)?.[1])
        .filter((secret) => secret !== undefined);
      expect(generated.length).toBeGreaterThan(0);
      await call(integrations.remove(ADMIN, 1, { ...CREDENTIALS, password: CANARY }));
      await integrations.whenIdle(1);
      expect(await leaks(instance, output, ['canary', ...generated])).toEqual([]);
    }
  });

  it('of a rejected connection is not in the response', async () => {
    const instance = await createTestInstance();
    const { output, call } = collector();
    for (const quoted of [
      CANARY,
      JSON.stringify(CANARY),
      `'${CANARY.replaceAll("'", "''")}'`,
      encodeURIComponent(CANARY),
    ]) {
      instance.platform.refuseConnections({
        with: 'credentials',
        message: `login failed for admin:${quoted}@db`,
        times: 1,
      });
      await call(instance.portcullis.integrations.create(ADMIN, bodyOf({ password: CANARY })));
    }
    expect(output.join()).toContain('login failed for admin:[REDACTED]@db');
    expect(await leaks(instance, output)).toEqual([]);
  });

  it('that a test returns in its rows is redacted', async () => {
    const instance = await createTestInstance();
    instance.platform.answer('version', () => ({ notes: [`running as ${CANARY}`], [CANARY]: 1n }));
    const { output, call } = collector();
    await call(instance.portcullis.integrations.create(ADMIN, bodyOf({ password: CANARY })));
    await instance.portcullis.integrations.whenIdle(1);
    expect(output.join()).toContain('running as [REDACTED]');
    expect(await leaks(instance, output)).toEqual([]);
  });

  it('of a private key is not stored, sealed or not', async () => {
    const instance = await createTestInstance();
    const { output, call } = collector();
    const { password: _password, ...config } = SIMULATED_CONFIG;
    const keyPair = { ...config, authenticationType: 'keyPair', privateKey: { content: KEY, name: 'admin.key' } };
    await call(
      instance.portcullis.integrations.create(ADMIN, { type: 'Simulated', autoBootstrap: true, config: keyPair }),
    );
    expect(await instance.portcullis.integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    await call(instance.portcullis.integrations.get(ADMIN, 1));
    expect((await instance.store.find('secrets')).map((row) => row.name)).toEqual(['servicePassword']);
    expect(await leaks(instance, output)).toEqual([]);
  });

  it('of a manual set-up is sealed, shown as the marker and named in scripts as a slot', async () => {
    const platform = createSimulatedPlatform();
    const plugin = simulatedPlugin(platform);
    const instance = await createTestInstance({ platform, plugin });
    const { integrations } = instance.portcullis;
    const { output, call } = collector();
    const body = bodyOf({ username: 'gov_account', password: CANARY }, { autoBootstrap: false }) as { config: object };
    for (const kind of ['initial-create', 'create'] as const) {
      const { script } = await integrations.script(ADMIN, kind, body);
      output.push(script);
      runScript(platform, { plugin, config: body.config, script, secrets: { servicePassword: CANARY } });
    }
    await call(integrations.create(ADMIN, body));
    expect(await integrations.whenIdle(1)).toMatchObject({ status: 'enabled' });
    await call(integrations.get(ADMIN, 1));
    await call(integrations.script(ADMIN, 'edit', body));
    await call(integrations.script(ADMIN, 'cleanup', body));
    await call(integrations.deleteScript(ADMIN, 1));
    await call(
      integrations.update(
        ADMIN,
        1,
        bodyOf({ username: 'gov_account', password: '[REDACTED]' }, { autoBootstrap: false }),
      ),
    );
    await integrations.whenIdle(1);
    expect(output.join()).toContain('{{servicePassword}}');
    const { integration } = await integrations.get(ADMIN, 1);
    expect(integration.config).toMatchObject({ username: '[REDACTED]', password: '[REDACTED]' });
    expect(await leaks(instance, output)).toEqual([]);
  });
});

describe('user names', () => {
  it('of privileged accounts are not stored', async () => {
    const instance = await createTestInstance();
    await instance.portcullis.integrations.create(ADMIN, bodyOf({ username: 'boss_account' }));
    await instance.portcullis.integrations.whenIdle(1);
    expect(await dumpStore(instance.store)).not.toContain('boss_account');
    const { integration } = await instance.portcullis.integrations.get(ADMIN, 1);
    expect(integration.config).toMatchObject({ username: '[REDACTED]', password: '[REDACTED]' });
  });
});
