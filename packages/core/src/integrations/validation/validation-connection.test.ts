import { type AnyPluginDefinition, definePlugin, definitionOf } from '@portcullis/plugin-api';
import { createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import type { DryRunResponse } from '../views/integration-views.ts';

/** Creates an instance whose plugin has other tests, and records who connects where. */
async function instanceWith(tests: (definition: AnyPluginDefinition) => AnyPluginDefinition['tests']) {
  const platform = createSimulatedPlatform();
  const definition = definitionOf(simulatedPlugin(platform));
  const discoveries: string[] = [];
  const opened = new WeakMap<object, string>();
  const plugin = definePlugin({
    ...definition,
    tests: tests(definition),
    async connect(request) {
      const session = await (definition.connect as NonNullable<AnyPluginDefinition['connect']>)(request);
      opened.set(session, `${request.stage} as ${request.actor}`);
      return session;
    },
    async discover(session, context) {
      discoveries.push(opened.get(session) ?? 'unknown');
      return (definition.discover as NonNullable<AnyPluginDefinition['discover']>)(session, context);
    },
  });
  const instance = await createTestInstance({ platform, plugin });
  return { instance, discoveries };
}

const dryRun = async ({ portcullis }: Awaited<ReturnType<typeof createTestInstance>>) =>
  (await portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
const ownTests = ({ tests }: AnyPluginDefinition) => tests;
const noTests = () => [];

describe('the connection that discovers and observes', () => {
  it('is the connection of the first gate, even if other tests connect before it', async () => {
    const { instance, discoveries } = await instanceWith(({ tests, stages }) => {
      const [gate, , other] = tests;
      const elsewhere = { stage: stages.at(-1)?.id ?? '', actor: 'service' } as const;
      return [{ ...other, on: elsewhere, dependsOn: [] }, gate] as AnyPluginDefinition['tests'];
    });
    await dryRun(instance);
    expect(discoveries).toEqual(['initial as setup']);
  });

  it('is the first stage with the privileged credentials if a new integration has no gate', async () => {
    const { instance, discoveries } = await instanceWith(noTests);
    await dryRun(instance);
    expect(discoveries).toEqual(['initial as setup']);
  });

  it('is the first stage with the service account in a later validation', async () => {
    const { instance, discoveries } = await instanceWith(ownTests);
    const id = await createAndWait(instance);
    discoveries.length = 0;
    await instance.portcullis.integrations.validate(ADMIN, id);
    expect(discoveries).toEqual(['initial as service']);
  });
});

it('a plugin without its own tests is validated with those of its objects', async () => {
  const { instance } = await instanceWith(noTests);
  const { validationResults } = await dryRun(instance);
  expect(validationResults.validationTests.map(({ id }) => id)).toContain('database-absent');
});
