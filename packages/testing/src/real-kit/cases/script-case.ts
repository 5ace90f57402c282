import assert from 'node:assert/strict';
import { ADMIN } from '../../plugin-kit/kit-run/create-kit-run.ts';
import type { ResolvedSample } from '../../plugin-kit/plugin-subject.ts';
import { realCase, runsScripts } from '../real-case.ts';
import {
  assertNoDrift,
  assertValid,
  type RealRun,
  remove,
  scriptSamples,
  setUp,
  update,
  withRealRun,
} from '../real-run.ts';
import { type FilledScript, filledIn, scriptsOf } from '../scripts.ts';

/** Every script of a manual integration runs twice, and has the effect of one run. */
export const SCRIPT_CASE = realCase(
  'runs-scripts-twice',
  async (subject) => {
    for (const sample of scriptSamples(subject)) {
      await withRealRun(subject, async (run) => {
        const before = await run.platform.look();
        for (const script of await scriptsOf(run, sample, ['initial-create', 'create'])) await runTwice(run, script);
        const id = await setUp(run, sample);
        await assertNoDrift(run, id, sample, `After the create script of "${sample.name}"`);
        await assertValid(run, id, sample, 'After the create script');
        const last = await editAll(run, id, sample);
        const { script, warnings } = await run.integrations.deleteScript(ADMIN, id);
        await runTwice(run, { kind: 'delete', script: filledIn(run, last, script), warnings });
        await remove(run, id, sample);
        assert.deepEqual(await run.platform.look(), before, `The scripts of "${sample.name}" leave objects behind.`);
      });
    }
  },
  runsScripts,
);

/** Makes the edits of a sample one after another, each by its script. Returns the last config. */
async function editAll(run: RealRun, id: number, sample: ResolvedSample): Promise<ResolvedSample> {
  let last = sample;
  for (const { from, to } of run.subject.edits) {
    if (from.name !== sample.name) continue;
    for (const script of await scriptsOf(run, to, ['edit'], id)) await runTwice(run, script);
    await update(run, id, to);
    last = to;
  }
  return last;
}

/**
 * Asserts that a second run changes nothing. The platform may refuse its statements if a warning of the script
 * announces it.
 */
async function runTwice({ platform }: RealRun, { kind, script, warnings }: FilledScript): Promise<void> {
  const runScript = () => platform.runScript?.(script, { confirms: true });
  assert.equal(await runScript(), undefined, `The platform refuses the ${kind} script.`);
  const once = await platform.look();
  const refused = await runScript();
  if (warnings.length === 0)
    assert.equal(refused, undefined, `The platform refuses a second run of the ${kind} script.`);
  assert.deepEqual(await platform.look(), once, `A second run of the ${kind} script changes the platform.`);
}
