import { createPortcullis } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { createSimulatedPlatform } from '../simulated/platform/create-simulated-platform.ts';
import { simulatedPlugin } from '../simulated/plugin/simulated-plugin.ts';
import { SIMULATED_CONFIG } from '../simulated/plugin/simulated-samples.ts';
import { describeStore } from '../store-kit/describe-store.ts';
import { sampleRow } from '../store-kit/sample-rows.ts';
import { createFakeClock } from './create-fake-clock.ts';
import { createFakeHost } from './create-fake-host.ts';
import { createFakeQueue } from './create-fake-queue.ts';
import { createFakeRandom } from './create-fake-random.ts';
import { createFakeSecretKeys } from './create-fake-secret-keys.ts';
import { createFakeStore } from './create-fake-store.ts';
import { createFakeTransport } from './create-fake-transport.ts';
import { createRecordingLogger } from './create-recording-logger.ts';
import { recordEvents } from './record-events.ts';

const ADMIN = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

describeStore('the fake store', () => ({ create: () => createFakeStore() }));

describe('the fake store', () => {
  it('fails a chosen commit, before or after it is stored', async () => {
    const store = createFakeStore();
    await store.open();
    const row = sampleRow('meta', 1);
    store.failCommit({ at: 1, when: 'before' });
    await expect(store.insert('meta', row)).rejects.toThrow('Commit 1 failed before it took effect.');
    expect(await store.find('meta')).toEqual([]);
    store.failCommit({ at: 1, when: 'after', error: new Error('gone') });
    await expect(store.transaction((transaction) => transaction.insert('meta', row))).rejects.toThrow('gone');
    expect(await store.find('meta')).toHaveLength(1);
    store.failCommit({ at: 1, when: 'before' })();
    await store.remove('meta', {});
    expect(store.commits).toBe(3);
  });
});

describe('the fake queue', () => {
  it('delivers or loses wake-ups on demand', async () => {
    const queue = createFakeQueue();
    const handled: string[] = [];
    await queue.wake({ name: 'deliver', key: 'a' });
    expect(await queue.deliver()).toBe(0);
    const stop = queue.handle('deliver', async (key) => void handled.push(key));
    await queue.wake({ name: 'deliver', key: 'b', at: 5 });
    expect(await queue.deliver(({ at }) => at === undefined)).toBe(1);
    expect(handled).toEqual(['a']);
    expect(queue.waiting).toEqual([{ name: 'deliver', key: 'b', at: 5 }]);
    expect(queue.lose()).toBe(1);
    expect(queue.waiting).toEqual([]);
    await stop();
    await queue.wake({ name: 'deliver', key: 'c' });
    expect(await queue.deliver()).toBe(0);
  });
});

describe('the fake keys', () => {
  it('can be rotated and lost', async () => {
    const keys = createFakeSecretKeys();
    const first = await keys.key('1');
    keys.rotate('2');
    expect(keys.currentKeyId).toBe('2');
    expect(await keys.key('1')).toEqual(first);
    expect(first).toHaveLength(32);
    expect(await keys.key('2')).not.toEqual(first);
    keys.lose('1');
    await expect(keys.key('1')).rejects.toThrow('The key 1 is lost');
    expect(keys.asked).toEqual(['1', '1', '2', '1']);
  });
});

describe('the fake host', () => {
  it('returns the responses that a test sets, and records the calls', async () => {
    const host = createFakeHost();
    host.dataSourceCredentials.add('reader');
    host.groups.set(1, ['stewards']);
    host.permissions.set(1, ['GOVERNANCE']);
    expect(await host.isDataSourceCredential('reader', {})).toBe(true);
    expect(await host.isDataSourceCredential('x', {})).toBe(false);
    expect(await host.isMemberOfGroup(1, 'stewards', {})).toBe(true);
    expect(await host.isMemberOfGroup(2, 'stewards', {})).toBe(false);
    expect(await host.permissionsOf(1, {})).toEqual(['GOVERNANCE']);
    expect(await host.permissionsOf(2, {})).toBeUndefined();
    expect(host.questions).toHaveLength(6);
  });
});

it('an instance runs with fakes only', async () => {
  const platform = createSimulatedPlatform();
  const store = createFakeStore();
  const portcullis = await createPortcullis({
    plugins: [simulatedPlugin(platform)],
    store,
    queue: createFakeQueue(),
    transport: createFakeTransport(),
    clock: createFakeClock(),
    random: createFakeRandom(),
    logger: createRecordingLogger(),
    secretKeys: createFakeSecretKeys(),
    host: createFakeHost(),
  });
  const events = recordEvents(portcullis.events, ['integration.status', 'operation.finished']);
  await portcullis.integrations.create(ADMIN, { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG });
  expect(await portcullis.integrations.whenIdle(1)).toEqual({ id: 1, status: 'enabled' });
  expect(events.of('operation.finished')).toMatchObject([{ kind: 'create', status: 'succeeded' }]);
  events.stop();
  await portcullis.integrations.remove(ADMIN, 1, undefined, { forceDisable: true });
  expect(events.entries.map(({ name }) => name)).toEqual([
    'integration.status',
    'integration.status',
    'operation.finished',
  ]);
  expect(store.commits).toBeGreaterThan(5);
  await portcullis.close();
});
