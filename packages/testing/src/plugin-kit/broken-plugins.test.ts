import { describe, expect, it } from 'vitest';
import { BROKEN_PLUGINS, MORE_BROKEN_PLUGINS } from './fixture/broken-plugins.ts';
import { goodSubject } from './fixture/good-subject.ts';
import { PLUGIN_CASES, type PluginCaseId } from './plugin-case-names.ts';
import { pluginConformance } from './plugin-conformance.ts';
import { createPluginSubject } from './plugin-subject.ts';
import { runPluginCase } from './run-plugin-case.ts';

/** Cases that take seconds. They run only on the plugin that is made for them, and on the good one. */
const COSTLY: ReadonlySet<PluginCaseId> = new Set([
  'scripts-survive-hostile-names',
  'keeps-secrets',
  'undoes-failures',
  'resumes-after-kill',
  'leaves-foreign-after-kill',
  'keeps-foreign-contents',
]);

/** Milliseconds after which a call of a plugin counts as endless. */
const TIMEOUT_MS = 5000;

/** Every plugin runs its own case. The other cases, which it passes, take minutes together. */
const OTHERS_TOO = process.env.PORTCULLIS_TESTS !== 'sampled';

/** Returns the cases that a plugin fails, of those that it runs. */
async function failuresOf(
  [own, ...also]: readonly PluginCaseId[],
  changes: Parameters<typeof goodSubject>[0],
): Promise<readonly PluginCaseId[]> {
  const subject = { ...createPluginSubject(goodSubject(changes)), timeoutMs: TIMEOUT_MS };
  const failed: PluginCaseId[] = [];
  const undergone = pluginConformance.filter(
    ({ id }) => id === own || (OTHERS_TOO ? !COSTLY.has(id) : also.includes(id)),
  );
  for (const each of undergone) {
    await runPluginCase(each, subject).catch(() => failed.push(each.id));
  }
  return failed;
}

describe('the conformance kit finds', () => {
  for (const [key, { what, also = [], ...changes }] of [...Object.entries(BROKEN_PLUGINS), ...MORE_BROKEN_PLUGINS]) {
    const id = key as PluginCaseId;
    const alone = OTHERS_TOO && also.length === 0 ? ' alone' : '';
    it(`${what}, by "${PLUGIN_CASES[id]}"${alone}`, { timeout: 180_000 }, async () => {
      expect((await failuresOf([id, ...also], changes)).toSorted()).toEqual([id, ...also].toSorted());
    });
  }

  it('a mistake with each of its cases', () => {
    expect(pluginConformance.map(({ id }) => id).toSorted()).toEqual(Object.keys(BROKEN_PLUGINS).toSorted());
  });
});
