import { setImmediate } from 'node:timers/promises';
import { definePlugin, definitionOf, ident, sql } from '@portcullis/plugin-api';
import { createSimulatedPlatform, runScript, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import type { OperationResponse } from '../../index.ts';
import type { DriftReport } from './drift-report.ts';

const EVERYTHING = {
  audit: { enabled: true },
  impersonation: { enabled: true },
  volume: { size: 5 },
};

const namesOf = ({ findings }: DriftReport) =>
  findings.map(({ state, object }) => `${state} ${object.kind} ${object.name}`);

/** Runs the statements of a report as an administrator does. */
function runRepair(
  { platform, plugin }: TestInstance,
  { repair }: DriftReport,
  config: object = SIMULATED_CONFIG,
): void {
  const script = repair.map(({ statement }) => statement).join('\n');
  runScript(platform, { plugin, config, script, secrets: { servicePassword: 'by hand' } });
}

async function setUp(config: object = EVERYTHING) {
  const instance = await createTestInstance();
  const id = await createAndWait(instance, bodyOf(config));
  const drift = (credentials?: object) => instance.portcullis.integrations.drift(ADMIN, id, credentials);
  return { ...instance, instance, id, drift };
}

describe('drift detection', () => {
  it('finds no drift on an unchanged platform, with one connection per stage and no statement', async () => {
    const { portcullis, platform, drift, clock } = await setUp();
    const [statements, sessions] = [platform.statements.length, platform.openedSessions];
    const report = await drift();
    expect(report).toEqual({
      status: 'clean',
      observedAt: new Date(clock.now()).toISOString(),
      observedAs: 'service',
      examined: 12,
      findings: [],
      repair: [],
      warnings: [],
    });
    expect(platform.statements).toHaveLength(statements);
    expect(platform.openedSessions - sessions).toBe(2);
    expect(await drift(CREDENTIALS)).toMatchObject({ status: 'clean', observedAs: 'setup' });
    await portcullis.close();
    expect(platform.openSessions).toBe(0);
  });

  it('reports a missing object, with the statements that create it again, their stage and their account', async () => {
    const { portcullis, platform, drift, instance } = await setUp();
    platform.lose({ kind: 'role', name: 'portcullis_readers' });
    platform.lose({ kind: 'schema', name: 'portcullis' });
    const report = await drift();
    expect(report).toMatchObject({
      status: 'drifted',
      findings: [
        {
          state: 'missing',
          object: { key: 'readers' },
          repair: [{ action: 'create', stage: 'initial', actor: 'setup' }],
        },
        {
          state: 'missing',
          object: { key: 'schema' },
          repair: [{ statement: expect.stringMatching(/^CREATE SCHEMA/), stage: 'main', actor: 'service' }],
        },
      ],
    });
    expect(report.repair).toEqual(report.findings.flatMap(({ repair }) => repair));
    runRepair(instance, report);
    expect(await drift()).toMatchObject({ status: 'clean', findings: [] });
    await portcullis.close();
  });

  it('reports changed values, before and after', async () => {
    const { portcullis, platform, drift, instance } = await setUp();
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    const report = await drift();
    expect(report.findings).toMatchObject([
      {
        state: 'changed',
        object: { key: 'retention', kind: 'parameter', name: 'retention' },
        difference: [{ field: 'days', desired: 30, observed: 7 }],
        repair: [{ action: 'alter', statement: 'ALTER PARAMETER "retention" FROM 7 TO 30' }],
      },
    ]);
    runRepair(instance, report);
    expect((await drift()).status).toBe('clean');
    await portcullis.close();
  });

  it('recreates objects that cannot be altered, together with dependent objects', async () => {
    const { portcullis, platform, drift, instance } = await setUp();
    platform.tamper({ kind: 'volume', name: 'gov_volume' }, { values: { size: 99 } });
    const report = await drift();
    expect(namesOf(report)).toEqual(['changed volume gov_volume']);
    expect(report.repair.map(({ action, object }) => `${action} ${object.key}`)).toEqual([
      'drop volume-grant',
      'drop folder',
      'drop volume',
      'create volume',
      'create folder',
      'create volume-grant',
    ]);
    expect(report.findings[0]?.repair).toEqual(report.repair);
    runRepair(instance, report);
    expect((await drift()).status).toBe('clean');
    await portcullis.close();
  });

  it('never reports hidden objects as missing', async () => {
    const { portcullis, platform, drift } = await setUp();
    const show = platform.hide('role');
    expect(await drift()).toMatchObject({ status: 'unknown', repair: [] });
    expect(namesOf(await drift())).toEqual(['unknown role portcullis_readers', 'unknown role gov_impersonators']);
    show();
    const accept = platform.refuseConnections({ with: 'credentials', message: 'Wrong password "hunter2".' });
    const blind = await drift();
    expect(blind.status).toBe('unknown');
    expect(new Set(blind.findings.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect(blind.findings[0]?.message).toContain('Wrong password');
    expect(blind.warnings).toHaveLength(1);
    accept();
    const reach = platform.refuseConnections({ stage: 'main' });
    expect((await drift()).findings.map(({ object }) => object.key)).toEqual([
      'schema',
      'retention',
      'log-procedure',
      'audit-trail',
    ]);
    reach();
    expect((await drift()).status).toBe('clean');
    await portcullis.close();
  });

  it('ends if an observation never ends, and reports its objects as unknown', async () => {
    const platform = createSimulatedPlatform();
    const definition = definitionOf(simulatedPlugin(platform));
    let isHanging = false;
    const plugin = definePlugin({
      ...definition,
      observe: (...look) =>
        isHanging ? new Promise(() => {}) : (definition.observe?.(...look) ?? Promise.resolve([])),
    });
    const instance = await createTestInstance({ platform, plugin });
    const id = await createAndWait(instance);
    isHanging = true;
    let report: DriftReport | undefined;
    const asked = instance.portcullis.integrations.drift(ADMIN, id).then((found) => {
      report = found;
    });
    while (!report) {
      await setImmediate();
      instance.clock.advance(60_000);
    }
    await asked;
    expect(new Set(report.findings.map(({ state }) => state))).toEqual(new Set(['unknown']));
    expect(report.findings[0]?.message).toContain('The observation of the platform took longer than 300 s.');
    await instance.portcullis.close();
  });

  it('does not change a foreign object with our name, and reports it', async () => {
    const { portcullis, platform, drift } = await setUp();
    platform.tamper({ kind: 'role', name: 'gov_impersonators' }, { mark: null });
    const report = await drift();
    expect(report).toMatchObject({
      status: 'drifted',
      repair: [],
      findings: [{ state: 'changed', difference: [{ field: 'mark', observed: null }], repair: [] }],
    });
    expect(report.findings[0]?.message).toContain('left alone');
    await portcullis.close();
  });

  it('lists marked objects of the integration that are in no ledger, but no foreign ones', async () => {
    const { portcullis, platform, drift, instance } = await setUp();
    await createAndWait(instance, bodyOf({ database: 'second' }));
    const [{ mark = '', server = '' } = {}] = platform.objects.filter(({ kind }) => kind === 'user');
    platform.plant({ server, kind: 'view', name: 'left over', mark: String(mark).replace('service-account', 'old') });
    platform.plant({ server, kind: 'user', name: 'a copy', mark });
    platform.plant({ server, kind: 'user', name: 'somebody', mark: 'portcullis:other:target:service-account' });
    expect(namesOf(await drift())).toEqual(['extra view left over', 'extra user a copy']);
    await portcullis.close();
  });

  it('reports that the remnant of an interrupted removal will be recreated with its contents, which a PUT does', async () => {
    const platform = createSimulatedPlatform();
    const good = definitionOf(simulatedPlugin(platform));
    let isRemnant = false;
    const plugin = definePlugin({
      ...good,
      observe: async (session, objects, context) => {
        const seen = (await good.observe?.(session, objects, context)) ?? [];
        return seen.map((each) => (isRemnant && each.key === 'database' ? { ...each, isRemnant: true } : each));
      },
    });
    const instance = await createTestInstance({ platform, plugin });
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const existing = platform.snapshot();
    isRemnant = true;
    const { findings, repair } = await integrations.drift(ADMIN, id);
    expect(findings.map(({ state, object }) => `${state} ${object.key}`)).toEqual([
      'changed database',
      'missing schema',
      'missing retention',
      'missing log-procedure',
    ]);
    expect(findings[0]?.message).toContain('was interrupted');
    const steps = repair.map(({ action, object }) => `${action} ${object.key}`);
    expect(steps).toEqual([
      'drop database',
      'create database',
      'create schema',
      'create retention',
      'create log-procedure',
    ]);
    platform.onStatement(({ when, statement }) => {
      if (when === 'after' && statement.text.startsWith('DROP DATABASE')) isRemnant = false;
    });
    await integrations.update(ADMIN, id, bodyOf());
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(platform.snapshot().toSorted()).toEqual(existing.toSorted());
    expect(await integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean' });
    await instance.portcullis.close();
  });

  it('reports how to remove an extra object and the required privileges, if the plugin knows', async () => {
    const platform = createSimulatedPlatform();
    let mark = '';
    const plugin = definePlugin({
      ...definitionOf(simulatedPlugin(platform)),
      inventory: async (_session, { markPrefix }) => {
        mark = `${markPrefix}old`;
        const drop = [{ text: sql`DROP VIEW ${ident('left over')}` }];
        return [{ kind: 'view', name: 'left over', mark, drop, needs: [{ name: 'OWNERSHIP', on: 'view left over' }] }];
      },
    });
    const instance = await createTestInstance({ platform, plugin });
    const id = await createAndWait(instance);
    const { findings, repair } = await instance.portcullis.integrations.drift(ADMIN, id);
    const step = {
      action: 'drop',
      statement: 'DROP VIEW "left over"',
      actor: 'administrator',
      privileges: ['OWNERSHIP on view left over'],
      destructive: true,
    };
    expect(findings).toMatchObject([{ state: 'extra', difference: [{ observed: mark }], repair: [step] }]);
    expect(repair).toMatchObject([step]);
    await instance.portcullis.close();
  });

  it('requires a PUT if the service account is missing; the PUT creates it again', async () => {
    const { portcullis, platform, drift, id } = await setUp();
    platform.lose({ kind: 'user', name: 'gov_service' });
    expect(await drift()).toMatchObject({ status: 'unknown' });
    const seen = await drift(CREDENTIALS);
    expect(namesOf(seen)).toEqual(['missing user gov_service']);
    expect(seen.warnings).toEqual([expect.stringContaining('Send a PUT')]);
    await portcullis.integrations.update(ADMIN, id, bodyOf(EVERYTHING));
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect((await drift()).status).toBe('clean');
    await portcullis.close();
  });

  it('is repaired by a PUT, including changed values', async () => {
    const { portcullis, platform, drift, id } = await setUp();
    platform.lose({ kind: 'procedure', name: 'log' });
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    await drift();
    await portcullis.integrations.update(ADMIN, id, bodyOf(EVERYTHING));
    await portcullis.integrations.whenIdle(id);
    expect(namesOf(await drift())).toEqual([]);
    await portcullis.close();
  });

  it('is restored if a PUT that repairs it fails later, even if drift was not checked', async () => {
    const { portcullis, platform, id } = await setUp();
    platform.lose({ kind: 'trail', name: 'audit' });
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    const before = platform.snapshot();
    platform.inject({ at: 'CREATE TRAIL', effect: { fail: 'missing-grant' } });
    await portcullis.integrations.update(ADMIN, id, bodyOf(EVERYTHING));
    expect(await portcullis.integrations.whenIdle(id)).toMatchObject({ status: 'editError' });
    expect(platform.snapshot()).toEqual(before);
    expect(platform.statements.at(-1)?.text).toBe('ALTER PARAMETER "retention" FROM 30 TO 7');
    await portcullis.close();
  });

  it('reports irreversible repairs in its report and in the plan of a PUT, and afterwards those that remain', async () => {
    const platform = createSimulatedPlatform();
    const original = definitionOf(simulatedPlugin(platform));
    const plugin = definePlugin({
      ...original,
      objects: (config, context) => original.objects(config, context).map(({ restore: _restore, ...object }) => object),
    });
    const instance = await createTestInstance({ platform, plugin });
    const { portcullis } = instance;
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    platform.lose({ kind: 'trail', name: 'audit' });
    platform.tamper({ kind: 'parameter', name: 'retention' }, { values: { days: 7 } });
    const irreversible = 'It was changed outside Portcullis (days), and that state cannot be restored.';
    const report = await portcullis.integrations.drift(ADMIN, id);
    expect(report.repair.map((step) => step.irreversible)).toEqual([irreversible, undefined]);
    const dryRun = await portcullis.integrations.update(ADMIN, id, bodyOf(EVERYTHING), { dryRun: true });
    expect(dryRun).toMatchObject({ plan: { steps: [{ inverse: [], irreversible }, { action: 'create' }] } });
    platform.inject({ at: 'CREATE TRAIL', effect: { fail: 'missing-grant' } });
    await portcullis.integrations.update(ADMIN, id, bodyOf(EVERYTHING));
    await portcullis.integrations.whenIdle(id);
    const [, edit] = await portcullis.integrations.operations(ADMIN, id);
    expect(edit?.error?.message).toContain(`Could not be undone: parameter retention (${irreversible})`);
    expect(platform.objects.find(({ name }) => name === 'retention')?.values).toEqual({ days: 30 });
    await portcullis.close();
  });

  it('finds exactly the changed objects, and nothing after their repair', async () => {
    const touch = fc.record({
      losses: fc.subarray(Array.from({ length: 13 }, (_, index) => index)),
      size: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(touch, fc.boolean(), async ({ losses, size }, everything) => {
        const config = everything ? EVERYTHING : {};
        const { platform, drift, instance, portcullis } = await setUp(config);
        const before = platform.objects;
        for (const index of losses) {
          const object = before[index];
          if (object) platform.lose(object);
        }
        if (size) platform.tamper({ kind: 'volume', name: 'gov_volume' }, { values: { size: 99 } });
        const left = new Map(platform.objects.map((object) => [object.id, object]));
        const expected = before.flatMap(({ id, kind, name, values }) => {
          const now = left.get(id);
          if (!now) return [`missing ${kind} ${name}`];
          return JSON.stringify(now.values) === JSON.stringify(values) ? [] : [`changed ${kind} ${name}`];
        });
        const report = await drift(CREDENTIALS);
        expect(namesOf(report).sort()).toEqual(expected.sort());
        runRepair(instance, report, { ...SIMULATED_CONFIG, ...config });
        expect(namesOf(await drift(CREDENTIALS))).toEqual([]);
        await portcullis.close();
      }),
      { numRuns: 25 },
    );
  });
});

describe('the report', () => {
  it('is stored, and returned again without an observation', async () => {
    const { portcullis, platform, drift, id } = await setUp();
    const first = await portcullis.integrations.drift(ADMIN, id, undefined, { last: true });
    expect(first.status).toBe('clean');
    platform.lose({ kind: 'role', name: 'portcullis_readers' });
    expect(await portcullis.integrations.drift(ADMIN, id, undefined, { last: true })).toEqual(first);
    const second = await drift();
    expect(await portcullis.integrations.drift(ADMIN, id, undefined, { last: true })).toEqual(second);
    await portcullis.close();
  });

  it('is discarded, and created again, if the integration changed during the observation', async () => {
    const platform = createSimulatedPlatform();
    let interrupt: (() => Promise<unknown>) | undefined;
    let observations = 0;
    const plugin = definePlugin({
      ...definitionOf(simulatedPlugin(platform)),
      inventory: async () => {
        observations += 1;
        const change = interrupt;
        interrupt = undefined;
        await change?.();
        return [];
      },
    });
    const instance = await createTestInstance({ platform, plugin });
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    const { integrations, close } = instance.portcullis;
    interrupt = async () => {
      await integrations.update(ADMIN, id, bodyOf({ ...EVERYTHING, retentionDays: 60 }));
      await integrations.whenIdle(id);
    };
    expect(await integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
    expect(observations).toBe(2);
    expect(instance.events.filter(({ name }) => name === 'integration.drift')).toEqual([]);
    await close();
  });

  it('is rejected during an operation, for unknown integrations, without APPLICATION_ADMIN, and with unneeded credentials', async () => {
    const { portcullis, id } = await setUp();
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    await expect(portcullis.integrations.drift(user, id)).rejects.toMatchObject({ code: 'PERMISSION_MISSING' });
    await expect(portcullis.integrations.drift(ADMIN, 99)).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
    const { id: busy } = (await portcullis.integrations.create(ADMIN, bodyOf({ database: 'b' }))) as OperationResponse;
    await expect(portcullis.integrations.drift(ADMIN, Number(busy))).rejects.toMatchObject({
      code: 'INTEGRATION_BUSY',
    });
    await portcullis.integrations.whenIdle(Number(busy));
    await portcullis.close();
  });
});
