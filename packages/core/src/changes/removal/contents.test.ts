import { type AnyPluginDefinition, ident, sql } from '@portcullis/plugin-api';
import { createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstanceOptions,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse } from '../../index.ts';
import type { PlannedRemoval } from '../../options/planned-removal.ts';

const PLACE = 'gov';

async function setUp(options: TestInstanceOptions = {}) {
  const instance = await createTestInstance(options);
  const id = await createAndWait(instance, bodyOf());
  const [{ server } = { server: '' }] = instance.platform.objects;
  const plant = () =>
    instance.platform.plant({
      server,
      kind: 'table',
      name: 'theirs',
      place: PLACE,
      scope: 'database',
      within: { kind: 'database', name: 'gov' },
    });
  const { integrations } = instance.portcullis;
  return { ...instance, integrations, id, plant };
}

/** An instance with a plugin that differs. */
function revised(revise: (definition: AnyPluginDefinition) => AnyPluginDefinition): TestInstanceOptions {
  const platform = createSimulatedPlatform();
  return { platform, plugin: simulatedPlugin(platform, { revise }) };
}

/** The database takes two statements to drop, as where sessions have to end first. */
function inTwoStatements(definition: AnyPluginDefinition): AnyPluginDefinition {
  return {
    ...definition,
    objects: (config, context) =>
      definition
        .objects(config, context)
        .map((object) =>
          object.key === 'database'
            ? { ...object, drop: [{ text: sql`END SESSIONS OF ${ident(object.name)}` }, ...object.drop] }
            : object,
        ),
  };
}

const SENTENCE =
  /The database gov holds objects that this integration has not made: table theirs\. It is not dropped\./;

describe('a container with foreign contents', () => {
  it('is not dropped: the plan names its contents, and the request is rejected before any change', async () => {
    const { integrations, platform, id, plant } = await setUp();
    plant();
    const before = platform.snapshot();
    const dry = (await integrations.remove(ADMIN, id, CREDENTIALS, { dryRun: true })) as DryRunResponse;
    expect(dry.plan.warnings).toEqual([expect.stringMatching(SENTENCE)]);
    expect(await refusalOf(integrations.remove(ADMIN, id, CREDENTIALS))).toMatchObject({
      code: 'FOREIGN_CONTENTS',
      statusCode: 409,
      message: expect.stringMatching(SENTENCE),
      extras: {
        details: {
          containers: [
            { key: 'database', kind: 'database', name: 'gov', foreignContents: [{ kind: 'table', name: 'theirs' }] },
          ],
        },
      },
    });
    expect(platform.snapshot()).toEqual(before);
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
  });

  it('is checked again right before its drop: new contents end the operation', async () => {
    const { integrations, platform, id, plant } = await setUp();
    let planted: unknown;
    platform.onStatement(({ when }) => {
      if (when === 'before') planted ??= plant();
    });
    await integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    const operations = await integrations.operations(ADMIN, id);
    expect(operations.at(-1)?.error).toMatchObject({
      class: 'in-use',
      object: { key: 'database' },
      message: expect.stringMatching(SENTENCE),
    });
    expect(planted).toBeDefined();
    expect(platform.objects).toContainEqual(planted);
    platform.lose({ kind: 'table', name: 'theirs' });
    await integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('is checked between the statements of its drop, so that contents that appear before the last one are kept', async () => {
    const { integrations, platform, id, plant } = await setUp(revised(inTwoStatements));
    let planted: unknown;
    platform.onStatement(({ when, statement }) => {
      if (when === 'after' && statement.text.startsWith('END SESSIONS')) planted ??= plant();
    });
    await integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleteError' });
    expect(planted).toBeDefined();
    expect(platform.objects).toContainEqual(planted);
    platform.lose({ kind: 'table', name: 'theirs' });
    await integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('is never dropped if the platform drops it only when it is empty', async () => {
    const revise = (definition: AnyPluginDefinition): AnyPluginDefinition => ({
      ...definition,
      containers: (definition.containers ?? []).map((container) => ({ ...container, emptyOnly: true })),
    });
    const { integrations, platform, id, plant } = await setUp(revised(revise));
    plant();
    const options = { dropContents: true };
    const dry = (await integrations.remove(ADMIN, id, CREDENTIALS, { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.plan.warnings).toEqual([expect.stringMatching(/The platform drops it only when it is empty\.$/)]);
    const refusal = await refusalOf(integrations.remove(ADMIN, id, CREDENTIALS, options));
    expect(refusal.code).toBe('FOREIGN_CONTENTS');
    expect(platform.objects.some(({ name }) => name === 'theirs')).toBe(true);
  });

  it('is dropped with its contents on request, and the plan names them', async () => {
    const { integrations, platform, id, plant } = await setUp();
    plant();
    const options = { dropContents: true };
    const dry = (await integrations.remove(ADMIN, id, CREDENTIALS, { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.plan.warnings).toEqual([
      'Objects that this integration has not made are dropped with the database gov: table theirs.',
    ]);
    await integrations.remove(ADMIN, id, CREDENTIALS, options);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(platform.objects).toEqual([]);
  });

  it('is dropped if the host allows it after it received the contents', async () => {
    const asked: PlannedRemoval[] = [];
    const { integrations, id, plant } = await setUp({
      host: {
        beforeRemove: async (removal: PlannedRemoval) => {
          asked.push(removal);
          return { allowContents: true };
        },
      },
    });
    plant();
    await integrations.remove(ADMIN, id, CREDENTIALS);
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(asked[0]?.foreignContents).toEqual([{ kind: 'table', name: 'theirs', in: 'database' }]);
  });

  it('is not dropped by the reversal of a failed creation', async () => {
    const instance = await createTestInstance();
    const { platform, portcullis } = instance;
    let planted: unknown;
    platform.onStatement(({ when, statement }) => {
      if (when === 'before' && statement.text.startsWith('CREATE USER')) {
        planted ??= platform.plant({
          server: 'db.example.com:7000',
          kind: 'table',
          name: 'theirs',
          place: PLACE,
          scope: 'database',
          within: { kind: 'database', name: 'gov' },
        });
      }
    });
    platform.inject({ at: /^CREATE USER/, effect: { fail: 'missing-grant' } });
    await portcullis.integrations.create(ADMIN, bodyOf());
    const { status } = await portcullis.integrations.whenIdle(1);
    expect(status).toBe('createError');
    expect(platform.objects).toContainEqual(planted);
    const operations = await portcullis.integrations.operations(ADMIN, 1);
    expect(operations.at(-1)?.leftovers).toEqual([expect.stringMatching(SENTENCE)]);
  });

  it('that another account has recreated is not changed by an edit', async () => {
    const { integrations, platform, id } = await setUp();
    platform.lose({ kind: 'database', name: 'gov' });
    const theirs = platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'gov' });
    await integrations.drift(ADMIN, id, CREDENTIALS);
    await integrations.update(ADMIN, id, bodyOf());
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'editError' });
    expect(platform.objects.filter(({ place }) => place === 'gov')).toEqual([]);
    expect(platform.objects).toContainEqual(theirs);
  });

  it('is not dropped if its contents cannot be seen', async () => {
    const { integrations, platform, id } = await setUp();
    const accept = platform.refuseConnections({ stage: 'main', actor: 'setup', with: 'missing-grant', message: 'No.' });
    expect(await refusalOf(integrations.remove(ADMIN, id, CREDENTIALS))).toMatchObject({
      code: expect.stringMatching(/FOREIGN_CONTENTS|VALIDATION_FAILED/),
    });
    accept();
    expect(platform.objects.some(({ kind }) => kind === 'database')).toBe(true);
  });
});
