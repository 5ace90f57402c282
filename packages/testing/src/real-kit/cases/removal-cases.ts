import assert from 'node:assert/strict';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import { adoptUnresolved, assertStatus, bodyOf } from '../../plugin-kit/kit-run/set-up.ts';
import type { ResolvedSample } from '../../plugin-kit/plugin-subject.ts';
import { sweptOf } from '../../plugin-kit/swept.ts';
import { hasLibrarySample, type RealCase, realCase } from '../real-case.ts';
import { librarySamples, type RealSubject, remove, setUp, withRealRun } from '../real-run.ts';

/** The platform after a removal, and after a failed set-up. */
export const REMOVAL_CASES: readonly RealCase[] = [
  realCase(
    'leaves-no-trace',
    async (subject) => {
      for (const sample of librarySamples(subject)) {
        await withRealRun(subject, async (run) => {
          const before = await run.platform.look();
          const id = await setUp(run, sample);
          assert.notDeepEqual(
            await run.platform.look(),
            before,
            `look() does not return any object of "${sample.name}".`,
          );
          await remove(run, id, sample);
          assert.deepEqual(
            await run.platform.look(),
            before,
            `After the removal of "${sample.name}", objects are left, or others are missing.`,
          );
        });
      }
    },
    hasLibrarySample,
  ),
  realCase(
    'undoes-failures',
    async (subject) => {
      for (const [index, sample] of librarySamples(subject).entries()) {
        const isSwept = sweptOf(subject.subject, index);
        const count = await statementsOf(subject, sample);
        for (let at = 0; at < count; at += 1) if (isSwept(at)) await failAt(subject, sample, at);
      }
    },
    hasLibrarySample,
  ),
];

/** The number of statements of a set-up. */
function statementsOf(subject: RealSubject, sample: ResolvedSample): Promise<number> {
  return withRealRun(subject, async (run) => {
    await setUp(run, sample);
    return run.sent();
  });
}

async function failAt(subject: RealSubject, sample: ResolvedSample, at: number): Promise<void> {
  await withRealRun(subject, async (run) => {
    const before = await run.platform.look();
    run.failAfter(at);
    await run.integrations.create(ADMIN, bodyOf(run.subject, sample));
    const where = `"${sample.name}", a failure of statement ${at + 1}`;
    await assertStatus(run, 1, 'createError', where);
    // Without a mark and an id, nothing identifies an object as ours: an administrator decides.
    if ((await adoptUnresolved(run, 1)) > 0) await remove(run, 1, sample);
    assert.deepEqual(await run.platform.look(), before, `${where}: some objects are left.`);
  });
}
