import { inspect } from 'node:util';
import { type AnyPluginDefinition, PlatformError } from '@portcullis/plugin-api';
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';

/** Creates an integration with a plugin that was changed. */
async function createWith(changes: (definition: AnyPluginDefinition) => Partial<AnyPluginDefinition>) {
  const platform = createSimulatedPlatform();
  const revise = (definition: AnyPluginDefinition) => ({ ...definition, ...changes(definition) });
  const { portcullis } = await createTestInstance({ platform, plugin: simulatedPlugin(platform, { revise }) });
  return portcullis.integrations.create(ADMIN, bodyOf());
}

function broken(): never {
  throw new TypeError(`The password ${SIMULATED_CONFIG.password} has no letters.`);
}

describe('a pure function of a plugin that throws', () => {
  it.each<[string, (definition: AnyPluginDefinition) => Partial<AnyPluginDefinition>]>([
    ['objects', () => ({ objects: broken })],
    ['target', () => ({ target: broken })],
    [
      'tests.connection.when',
      ({ tests }) => ({ tests: tests.map((test) => (test.id === 'connection' ? { ...test, when: broken } : test)) }),
    ],
  ])('is named: %s', async (hook, changes) => {
    const refusal = await refusalOf(createWith(changes));
    expect(refusal).toMatchObject({ code: 'PLUGIN_FAILED', statusCode: 500 });
    expect(refusal.extras.details).toEqual({ type: 'Simulated', installed: '1.0.0', hook });
    expect(refusal.message).toBe(
      `The plugin Simulated 1.0.0 failed in its function ${hook}. TypeError: The password [REDACTED] has no letters.`,
    );
  });

  it('is named with its place in the plugin, without values that are not public', async () => {
    const refusal = await refusalOf(createWith(() => ({ objects: broken })));
    expect(refusal.stack).toContain('guard-hooks.test.ts');
    expect(refusal.stack).not.toContain(SIMULATED_CONFIG.password);
    expect(JSON.stringify(refusal)).not.toContain(SIMULATED_CONFIG.password);
    expect(inspect(refusal)).not.toContain(SIMULATED_CONFIG.password);
  });

  it('may throw any value', async () => {
    const objects = () => {
      throw `no ${SIMULATED_CONFIG.password}`;
    };
    const refusal = await refusalOf(createWith(() => ({ objects })));
    expect(refusal.message).toBe('The plugin Simulated 1.0.0 failed in its function objects. no [REDACTED]');
  });

  it('keeps an error of Portcullis', async () => {
    const error = new PlatformError({ failureClass: 'unsupported', message: 'This region has no such role.' });
    const objects = () => {
      throw error;
    };
    await expect(createWith(() => ({ objects }))).rejects.toBe(error);
  });
});
