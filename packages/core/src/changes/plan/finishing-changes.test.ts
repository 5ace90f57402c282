import { type AnyPluginDefinition, sql } from '@portcullis/plugin-api';
import { createSimulatedPlatform, type SimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';

const SAVE = { initial: 'SAVE SERVER', main: 'SAVE DATABASE' } as const;

/** The simulated plugin, whose stages each end with a statement that saves the changes. */
function withSaves(definition: AnyPluginDefinition): AnyPluginDefinition {
  const finish = {
    initial: () => ({
      steps: [{ text: sql`SAVE SERVER` }],
      needs: [{ name: 'SAVE', on: 'server' }],
      why: 'Saves the server.',
    }),
    main: () => ({ steps: [{ text: sql`SAVE DATABASE` }], why: 'Saves the database.' }),
  };
  const stages = definition.stages.map((stage) => ({ ...stage, finish: finish[stage.id as keyof typeof finish] }));
  return { ...definition, stages };
}

let platform: SimulatedPlatform;
let instance: TestInstance;

beforeEach(async () => {
  platform = createSimulatedPlatform();
  instance = await createTestInstance({ platform, plugin: simulatedPlugin(platform, { revise: withSaves }) });
});

/** The statements that were sent since a count, the completions of stages in capitals, all others as a dot. */
const sentSince = (count = 0): string =>
  platform.statements
    .slice(count)
    .map(({ text }) => (text === SAVE.initial ? 'SERVER' : text === SAVE.main ? 'DATABASE' : '.'))
    .join('')
    .replaceAll(/\.+/g, '.');

async function status(): Promise<string> {
  const { portcullis } = instance;
  return (await portcullis.integrations.whenIdle(1)).status;
}

async function lastOperation() {
  const { portcullis } = instance;
  const [operation] = await portcullis.integrations.operations(ADMIN, 1);
  if (!operation) throw new Error('The integration has an operation.');
  return operation;
}

describe('the completion of a stage', () => {
  it('runs once after the last change of a creation', async () => {
    await createAndWait(instance);
    expect(sentSince()).toBe('.SERVERDATABASE');
  });

  it('is in the plan, with its privileges, its purpose and the account that runs it', async () => {
    const dry = await instance.portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true });
    if (!('plan' in dry)) throw new Error('A dry run has a plan.');
    expect(dry.plan.steps.slice(-2)).toMatchObject([
      {
        action: 'alter',
        object: { kind: 'stage', name: 'In the database main' },
        statement: SAVE.initial,
        reason: 'Saves the server.',
        privileges: ['SAVE on server'],
        actor: 'setup',
        stage: 'initial',
      },
      { statement: SAVE.main, privileges: [], actor: 'service', stage: 'main' },
    ]);
  });

  it('runs after a reverted creation, too', async () => {
    platform.inject({ at: /^CREATE SCHEMA/, effect: { fail: 'missing-grant' } });
    await createAndWait(instance);
    expect(await status()).toBe('createError');
    expect(sentSince()).toBe('.SERVER');
    expect(platform.objects).toEqual([]);
  });

  it('that fails reverts the creation', async () => {
    platform.inject({ at: /^SAVE DATABASE/, effect: { fail: 'missing-grant' }, times: 1 });
    await createAndWait(instance);
    expect(await status()).toBe('createError');
    expect(platform.objects).toEqual([]);
  });

  it('does not run in a database that is gone after a reverted creation', async () => {
    platform.inject({ at: /^SAVE DATABASE/, effect: { fail: 'missing-grant' }, times: 1 });
    await createAndWait(instance);
    expect(sentSince()).toMatch(/DATABASE\.SERVER$/);
    const { error } = await lastOperation();
    expect(error?.message).not.toContain('Could not be undone');
  });

  it('that lacks a privilege is explained with the privileges of the completion', async () => {
    platform.inject({ at: /^SAVE SERVER/, effect: { fail: 'missing-grant' }, times: 1 });
    await createAndWait(instance);
    const { error } = await lastOperation();
    expect(error?.message).toContain('It requires SAVE on server.');
  });

  it.each([true, false])('is in the least role of a set-up with autoBootstrap %j', async (autoBootstrap) => {
    const { privileges } = await instance.portcullis.integrations.privileges(ADMIN, bodyOf({}, { autoBootstrap }));
    expect(privileges.find(({ name }) => name === 'SAVE')).toMatchObject({
      on: 'server',
      heldBy: 'setup',
      operations: ['create', 'edit', 'delete'],
      objects: [{ kind: 'stage', why: 'Saves the server.' }],
    });
  });

  it('runs in an edit only for the stages that the edit changes', async () => {
    await createAndWait(instance);
    const before = platform.statements.length;
    await instance.portcullis.integrations.update(ADMIN, 1, bodyOf({ retentionDays: 5 }));
    expect(await status()).toBe('enabled');
    expect(sentSince(before)).toBe('.DATABASE');
  });

  it('does not run in an edit that changes nothing on the platform', async () => {
    await createAndWait(instance);
    const before = platform.statements.length;
    await instance.portcullis.integrations.update(ADMIN, 1, bodyOf());
    expect(await status()).toBe('enabled');
    expect(sentSince(before)).toBe('');
  });

  it('runs after the last drop of a removal', async () => {
    await createAndWait(instance);
    const before = platform.statements.length;
    await instance.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await status()).toBe('deleted');
    expect(sentSince(before)).toMatch(/^\..*SERVER/);
  });

  it('that fails at the end of a removal runs in the next one, although nothing is left to drop', async () => {
    await createAndWait(instance);
    platform.inject({ at: /^SAVE SERVER/, effect: { fail: 'missing-grant' }, times: 1 });
    await instance.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await status()).toBe('deleteError');
    expect(platform.objects).toEqual([]);
    const before = platform.statements.length;
    await instance.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await status()).toBe('deleted');
    expect(sentSince(before)).toContain('SERVER');
  });

  it('runs when an edit is repeated whose process died before it', async () => {
    await createAndWait(instance);
    const dead = new Promise<void>((resolve) => {
      const stop = platform.onStatement(({ when, statement }) => {
        if (when !== 'before' || statement.text !== SAVE.main) return undefined;
        stop();
        resolve();
        return new Promise(() => {});
      });
    });
    await instance.portcullis.integrations.update(ADMIN, 1, bodyOf({ retentionDays: 5 }));
    await dead;
    const { store, clock, plugin } = instance;
    instance = await createTestInstance({ platform, plugin, store, clock });
    const before = platform.statements.length;
    await instance.portcullis.integrations.update(ADMIN, 1, bodyOf({ retentionDays: 5 }));
    expect(await status()).toBe('enabled');
    expect(sentSince(before)).toContain('DATABASE');
  });

  it('runs after the secret of an account was rotated', async () => {
    await createAndWait(instance);
    const before = platform.statements.length;
    await instance.portcullis.integrations.rotateSecret(ADMIN, 1, CREDENTIALS);
    expect(await status()).toBe('enabled');
    expect(sentSince(before)).toBe('.SERVER.SERVER');
  });

  it('ends the last section of its stage in a script', async () => {
    const { script } = await instance.portcullis.integrations.script(
      ADMIN,
      'create',
      bodyOf({}, { autoBootstrap: false }),
    );
    expect(script.match(/SAVE \w+;/g)).toEqual(['SAVE DATABASE;']);
    expect(script.trimEnd().endsWith('SAVE DATABASE;')).toBe(true);
  });
});
