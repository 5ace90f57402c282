import assert from 'node:assert/strict';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type OperationResponse,
  type Portcullis,
} from '@portcullis/core';
import { createFakeTransport } from '../fakes/create-fake-transport.ts';
import { createKeyReusingRandom } from '../fakes/create-key-reusing-random.ts';
import { ADMIN } from '../plugin-kit/kit-run/create-kit-run.ts';
import { assertStatus, bodyOf } from '../plugin-kit/kit-run/set-up.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-kit/plugin-subject.ts';
import type { RealPlatform } from './real-platform.ts';
import type { RealDrift } from './real-platform-conformance-options.ts';
import { type WatchedObservation, type WatchedPlugin, watchPlugin } from './watch-plugin.ts';

/** A plugin under examination on a real platform. */
export interface RealSubject<Platform extends RealPlatform = RealPlatform> {
  readonly subject: PluginSubject;
  readonly platform: Platform;
  readonly drifts: readonly RealDrift<Platform>[];
}

/** An instance with the plugin, on the real platform. */
export interface RealRun extends WatchedPlugin {
  readonly subject: PluginSubject;
  readonly platform: RealPlatform;
  readonly integrations: Portcullis['integrations'];
}

/** Runs a function with a new instance. The platform is clean before and after it. */
export async function withRealRun<Result>(
  { subject, platform }: RealSubject,
  work: (run: RealRun) => Promise<Result>,
): Promise<Result> {
  const watched = watchPlugin(subject.plugin);
  const portcullis = await createPortcullis({
    plugins: [watched.plugin],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(7) } }),
    transport: createFakeTransport(),
    random: createKeyReusingRandom(),
    settings: { recurringValidationPeriodMs: 0 },
  });
  try {
    return await work({ ...watched, subject, platform, integrations: portcullis.integrations });
  } finally {
    await portcullis.close();
    await platform.clean();
  }
}

/** Creates an integration, in manual mode after its script, and waits until it is enabled. */
export async function setUp(run: RealRun, sample: ResolvedSample): Promise<number> {
  const { id } = (await run.integrations.create(ADMIN, bodyOf(run.subject, sample))) as OperationResponse;
  await assertStatus(run, Number(id), 'enabled', `setting up "${sample.name}"`);
  return Number(id);
}

/** Changes an integration to a sample, and waits until it is enabled. */
export async function update(run: RealRun, id: number, sample: ResolvedSample): Promise<void> {
  await run.integrations.update(ADMIN, id, bodyOf(run.subject, sample));
  await assertStatus(run, id, 'enabled', `editing to "${sample.name}"`);
}

/** Deletes an integration, and waits until it is gone. */
export async function remove(run: RealRun, id: number, sample: ResolvedSample): Promise<void> {
  await run.integrations.remove(ADMIN, id, sample.credentials);
  await assertStatus(run, id, 'deleted', `deleting "${sample.name}"`);
}

/** Asserts that an integration has no drift. */
export async function assertNoDrift(run: RealRun, id: number, sample: ResolvedSample, when: string): Promise<void> {
  const { findings } = await run.integrations.drift(ADMIN, id, sample.credentials);
  assert.deepEqual(findings, [], `${when}, drift is reported although nothing was changed.`);
}

/** Asserts that the service passes its recurring validation tests. */
export async function assertValid(run: RealRun, id: number, sample: ResolvedSample, when: string): Promise<void> {
  const { validationTests } = await run.integrations.validate(ADMIN, id);
  const failed = validationTests.filter(({ status }) => status === 'failed').map(({ name }) => name);
  assert.deepEqual(failed, [], `${when}, the service of "${sample.name}" fails its tests.`);
}

/** Returns the last observation of each object, by the account with the most privileges. */
export function latestObservations(
  { observations, subject }: RealRun,
  { mode }: ResolvedSample,
): readonly WatchedObservation[] {
  const account = mode === 'automatic' && !subject.definition.ownCredential ? 'setup' : 'service';
  const privileged = observations.filter(({ actor }) => actor === account);
  return [...new Map(privileged.map((seen) => [seen.object.key, seen])).values()];
}

/**
 * Returns whether the library sets a sample up. It also sets up manual samples of types without automatic mode, which
 * have no scripts.
 */
export function isSetUpByLibrary({ definition }: PluginSubject, { mode }: ResolvedSample): boolean {
  return mode === 'automatic' || definition.bootstrap === 'manual';
}

/** Returns the samples that the library sets up. */
export function librarySamples({ subject }: Pick<RealSubject, 'subject'>): readonly ResolvedSample[] {
  return subject.samples.filter((sample) => isSetUpByLibrary(subject, sample));
}

/** Returns the samples that an administrator sets up by script. */
export function scriptSamples({ subject }: Pick<RealSubject, 'subject'>): readonly ResolvedSample[] {
  return subject.samples.filter((sample) => !isSetUpByLibrary(subject, sample));
}
