import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { edit, setUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';

/** The drift report of a platform that only the library has changed. */
export const DRIFT_CASE = pluginCase(
  'reports-no-drift',
  async (subject) => {
    for (const sample of subject.samples) {
      await withKitRun(subject, async (kitRun) => {
        await assertNoDrift(kitRun, await setUp(kitRun, sample), `setting up "${sample.name}"`);
      });
    }
    for (const { from, to } of subject.edits) {
      await withKitRun(subject, async (kitRun) => {
        const id = await setUp(kitRun, from);
        await edit(kitRun, id, to);
        await assertNoDrift(kitRun, id, `editing to "${to.name}"`);
        await edit(kitRun, id, from);
        await assertNoDrift(kitRun, id, `editing "${to.name}" back`);
      });
    }
  },
  hasObjects,
);

/**
 * Asserts that drift detection reports nothing, twice, because the first detection must not cause drift for the second.
 */
async function assertNoDrift({ integrations, platform }: KitRun, id: number, doing: string): Promise<void> {
  const before = platform.snapshot();
  for (const look of ['first', 'second']) {
    const { status, findings, repair } = await integrations.drift(ADMIN, id, undefined);
    const seen = findings.map(({ state, object, difference }) => ({ state, name: object.name, difference }));
    assert.deepEqual(
      { status, findings: seen, repair: repair.length },
      { status: 'clean', findings: [], repair: 0 },
      `After ${doing}, the ${look} drift detection reports false drift: ${JSON.stringify(seen)}.`,
    );
  }
  assert.deepEqual(platform.snapshot(), before, `After ${doing}, drift detection changes the platform.`);
}
