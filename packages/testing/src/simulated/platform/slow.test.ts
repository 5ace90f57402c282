import { createMemoryStore, createPortcullis } from '@portcullis/core';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../fakes/create-fake-clock.ts';
import { createFakeSecretKeys } from '../../fakes/create-fake-secret-keys.ts';
import { simulatedPlugin } from '../plugin/simulated-plugin.ts';
import { SIMULATED_CONFIG } from '../plugin/simulated-samples.ts';
import { createSimulatedPlatform } from './create-simulated-platform.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

it('slow statements take time on the clock of the test', async () => {
  const platform = createSimulatedPlatform();
  const slowness = createFakeClock();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store: createMemoryStore(),
    secretKeys: createFakeSecretKeys(),
  });
  platform.slow({ milliseconds: 50, clock: slowness, actor: 'service' });
  await portcullis.integrations.create(ADMIN, { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG });
  let ended = false;
  void portcullis.integrations.whenIdle(1).then(() => {
    ended = true;
  });
  while (!ended) {
    slowness.advanceToNext();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await portcullis.integrations.status(ADMIN, 1)).toEqual({ id: 1, status: 'enabled' });
  const slow = platform.statements.filter(({ actor }) => actor === 'service').length;
  expect(slow).toBeGreaterThan(0);
  expect(slowness.monotonic()).toBe(slow * 50);
  await portcullis.close();
});
