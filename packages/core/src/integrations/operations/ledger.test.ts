import { canonicalText, type Dialect, definitionOf } from '@portcullis/plugin-api';
import { SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import type { DryRunResponse, OperationResponse } from '../../index.ts';

const EVERYTHING = { audit: { enabled: true }, impersonation: { enabled: true }, volume: { size: 5 } };
const READERS = 'portcullis_readers';

async function remove({ portcullis }: TestInstance, id: number) {
  await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
  return portcullis.integrations.whenIdle(id);
}

const ownersOf = async ({ store }: TestInstance, name: string) =>
  (await store.find('managedObjects', { where: { name } })).map(({ integrationId }) => integrationId);
const isThere = ({ platform }: TestInstance, name: string) => platform.objects.some((object) => object.name === name);

describe('the ledger of an integration', () => {
  it('contains every object with the statements that remove it', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    const rows = await instance.store.find('managedObjects', { orderBy: [['position', 'asc']] });
    const definition = definitionOf(instance.plugin);
    const marks = new Map(rows.map(({ key, mark }) => [key, mark]));
    const objects = definition.objects(definition.config.parse({ ...SIMULATED_CONFIG, ...EVERYTHING }), {
      mode: 'automatic',
      facts: {},
      mark: (key: string) => marks.get(key) ?? '',
      options: {},
    });
    expect(rows.map(({ key }) => key)).toEqual(objects.map(({ key }) => key));
    for (const [index, row] of rows.entries()) {
      const object = objects[index];
      const drop = object?.drop.map((step) =>
        'text' in step ? canonicalText(step.text, definition.dialect as Dialect) : '',
      );
      expect(row).toMatchObject({
        integrationId: id,
        kind: object?.kind,
        name: object?.name,
        stage: object?.stage,
        createdAs: object?.role ?? null,
        desired: object?.desired ?? {},
        revision: object?.revision ?? null,
        origin: 'created',
        pluginVersion: '1.0.0',
        drop: drop?.map((text) => expect.objectContaining({ text, stage: object?.stage, role: object?.role ?? null })),
      });
      expect(row.mark).toMatch(new RegExp(`^portcullis:[0-9a-f]{16}:[0-9a-f]{16}:${row.key}$`));
    }
    await instance.portcullis.close();
  });

  it('follows an edit, and contains no removed objects', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    await instance.portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 60 }));
    await instance.portcullis.integrations.whenIdle(id);
    const rows = await instance.store.find('managedObjects');
    expect(rows.find(({ key }) => key === 'retention')?.desired).toEqual({ days: 60 });
    expect(rows.map(({ key }) => key)).not.toContain('volume');
    expect(rows).toHaveLength(instance.platform.objects.length);
    await remove(instance, id);
    expect(await instance.store.find('managedObjects')).toEqual([]);
    await instance.portcullis.close();
  });
});

describe('an object that several integrations share', () => {
  async function two() {
    const instance = await createTestInstance();
    const first = await createAndWait(instance);
    const second = await createAndWait(instance, bodyOf({ database: 'second' }));
    return { instance, first, second };
  }

  it('belongs to all of them, and is dropped with the last one in any order', async () => {
    for (const order of [0, 1]) {
      const { instance, first, second } = await two();
      const [early, late] = order === 0 ? [first, second] : [second, first];
      expect(await ownersOf(instance, READERS)).toEqual([first, second]);
      expect(await remove(instance, early)).toMatchObject({ status: 'deleted' });
      expect(isThere(instance, READERS)).toBe(true);
      expect(await ownersOf(instance, READERS)).toEqual([late]);
      expect(await remove(instance, late)).toMatchObject({ status: 'deleted' });
      expect(instance.platform.objects).toEqual([]);
      await instance.portcullis.close();
    }
  });

  it('is dropped once if all of them are removed concurrently', async () => {
    const { instance, first, second } = await two();
    const { integrations } = instance.portcullis;
    await Promise.all([first, second].map((id) => integrations.remove(ADMIN, id, CREDENTIALS)));
    const ends = await Promise.all([first, second].map((id) => integrations.whenIdle(id)));
    expect(ends.map(({ status }) => status)).toEqual(['deleted', 'deleted']);
    expect(instance.platform.objects).toEqual([]);
    await instance.portcullis.close();
  });

  it('is named in the plan of a removal that keeps it', async () => {
    const { instance, first, second } = await two();
    const dry = (await instance.portcullis.integrations.remove(ADMIN, first, CREDENTIALS, {
      dryRun: true,
    })) as DryRunResponse;
    expect(dry.plan.warnings).toEqual([expect.stringContaining(`shared with integration ${second}`)]);
    await instance.portcullis.close();
  });

  it('stays for the other one after forceDisable, whose script omits it, and is dropped with the other one', async () => {
    const { instance, first, second } = await two();
    const { portcullis, platform } = instance;
    const response = (await portcullis.integrations.remove(ADMIN, first, undefined, {
      forceDisable: true,
    })) as OperationResponse;
    expect(response.script?.script).not.toContain(`DROP ROLE "${READERS}"`);
    expect(response.warnings).toContainEqual(expect.stringContaining(`integration ${second}`));
    // The leftovers were removed by hand.
    for (const object of platform.objects) if (object.name.startsWith('gov')) platform.lose(object);
    for (const object of platform.objects) if (object.name === `${READERS} to gov_service`) platform.lose(object);
    expect(await remove(instance, second)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
    await portcullis.close();
  });

  it('stays if leftovers of forceDisable still use it, and does not block a removal', async () => {
    const { instance, first, second } = await two();
    await instance.portcullis.integrations.remove(ADMIN, first, undefined, { forceDisable: true });
    expect(await remove(instance, second)).toMatchObject({ status: 'deleted' });
    expect(isThere(instance, READERS)).toBe(true);
    expect(isThere(instance, 'second')).toBe(false);
    await instance.portcullis.close();
  });

  it('is only in the delete script of its last owner', async () => {
    const { instance, first, second } = await two();
    const { portcullis } = instance;
    const script = async (id: number) => portcullis.integrations.deleteScript(ADMIN, id);
    expect((await script(first)).script).not.toContain(`DROP ROLE "${READERS}"`);
    expect((await script(first)).warnings).toContainEqual(expect.stringContaining(`integration ${second}`));
    await remove(instance, first);
    expect((await script(second)).script).toContain(`DROP ROLE "${READERS}"`);
    await portcullis.close();
  });
});
