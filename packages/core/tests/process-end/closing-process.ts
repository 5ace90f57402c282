/**
 * The process of {@link file://./closing-process.test.ts}. It closes an instance while the statements of an operation wait for their
 * platform, and nothing but the instance is left to wait for. It prints the status of the operation.
 */
import { createSimulatedPlatform, SIMULATED_CONFIG, simulatedPlugin } from '@portcullis/testing';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  createSystemClock,
  type OperationResponse,
} from '../../src/index.ts';

const platform = createSimulatedPlatform();
const portcullis = await createPortcullis({
  plugins: [simulatedPlugin(platform)],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(7) } }),
});
portcullis.events.on('operation.finished', ({ status }) => console.log(status));
const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };
const { id } = (await portcullis.integrations.create({ principal }, body)) as OperationResponse;
console.log(id);
platform.slow({ milliseconds: 20, clock: createSystemClock() });
await portcullis.close();
console.log('closed');
