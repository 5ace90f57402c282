import assert from 'node:assert/strict';
import type { FaultEffect } from '../../simulated/platform/faults.ts';
import { hasObjects } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { adoptUnresolved, assertStatus, bodyOf, prepareSetUp, setUp } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { sweptOf } from '../swept.ts';

/**
 * The faults of each statement: a refusal, and a lost reply, after which the statement has taken effect at every second
 * statement.
 */
const FAULTS: readonly ((at: number) => FaultEffect)[] = [
  () => ({ fail: 'missing-grant' }),
  (at) => ({ loseReply: at % 2 === 0 ? 'applied' : 'not-applied' }),
];

/** The state after a failure. */
export const FAILURE_CASES: readonly PluginCase[] = [
  pluginCase(
    'undoes-failures',
    async (subject) => {
      for (const [index, sample] of subject.samples.entries()) {
        const isSwept = sweptOf(subject, index);
        const { count, wanted } = await undisturbedSetUp(subject, sample);
        for (const faultAt of FAULTS) {
          for (let at = 1; at <= count; at += 1) {
            if (isSwept(at - 1)) await failAt(subject, sample, { at, effect: faultAt(at), wanted });
          }
        }
      }
    },
    hasObjects,
  ),
];

/** Returns the objects of an undisturbed set-up, and the number of the library's statements. */
async function undisturbedSetUp(subject: PluginSubject, sample: ResolvedSample) {
  return withKitRun(subject, async (kitRun) => {
    await setUp(kitRun, sample);
    const count = kitRun.platform.statements.filter(({ actor }) => actor !== 'administrator').length;
    return { count, wanted: kitRun.platform.snapshot() };
  });
}

/** Real milliseconds in which a second of the fake time passes. */
const SECOND_MS = 20;

/** Waits for the end of the operation, while time passes: after a lost reply, the library waits for an effect that may appear late. */
async function whenSettled({ integrations, clock }: KitRun) {
  const passing = setInterval(() => clock.advance(1_000), SECOND_MS);
  try {
    return await integrations.whenIdle(1);
  } finally {
    clearInterval(passing);
  }
}

interface InjectedFailure {
  readonly at: number;
  readonly effect: FaultEffect;
  readonly wanted: readonly string[];
}

/** Asserts that the platform is restored after a failure. After a lost reply, the operation may also have succeeded. */
async function failAt(
  subject: PluginSubject,
  sample: ResolvedSample,
  { at, effect, wanted }: InjectedFailure,
): Promise<void> {
  await withKitRun(subject, async (kitRun) => {
    const { platform, integrations } = kitRun;
    await prepareSetUp(kitRun, sample);
    const before = platform.snapshot();
    platform.inject({ at, effect });
    await integrations.create(ADMIN, bodyOf(subject, sample));
    const { status } = await whenSettled(kitRun);
    const where = `"${sample.name}", ${JSON.stringify(effect)} at statement ${at}`;
    assert.ok(status === 'createError' || !('fail' in effect), `${where}: the status is ${status}.`);
    const isApplied = 'loseReply' in effect && effect.loseReply === 'applied';
    if (isApplied && (await adoptUnresolved(kitRun, 1)) > 0) {
      // An object without a mark cannot be identified after a lost reply: an administrator has decided that it is ours.
      await integrations.remove(ADMIN, 1, sample.credentials);
      await assertStatus(kitRun, 1, 'deleted', `deleting ${where}`);
    }
    assert.deepEqual(platform.snapshot(), status === 'enabled' ? wanted : before, `${where}: some objects are left.`);
    assert.equal(platform.openSessions, 0, `${where}: a session is still open.`);
  });
}
