import assert from 'node:assert/strict';
import { ServiceError } from '@portcullis/core';
import type { Dialect } from '@portcullis/plugin-api';
import { configFields } from '@portcullis/plugin-api';
import { commentMarkOf } from '../../simulated/platform/script-statements.ts';
import { hasScripts } from '../applies.ts';
import { assertReadBack } from '../hostile/commands.ts';
import { HOSTILE_NAMES, STRAY_WORD } from '../hostile/hostile-names.ts';
import { assertQuoted, quotedForms } from '../hostile/quoting.ts';
import { stringPaths, withValueAt } from '../hostile/string-paths.ts';
import { withKitRun } from '../kit-run/create-kit-run.ts';
import { configScripts } from '../kit-run/every-script.ts';
import { plantPrerequisites } from '../kit-run/sample-objects.ts';
import { runOneScript, valueAt } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import { manualSamples, type PluginSubject, type ResolvedSample } from '../plugin-subject.ts';
import { sweptOf } from '../swept.ts';

/** Names that are longer than any platform allows, for schemas without a maximum length. */
const LONG_NAMES = [63, 127, 128, 255, 1024].map((length) => [`${length} letters`, 'n'.repeat(length)] as const);

/**
 * Each text of a config that is not a secret is replaced by hostile names, one at a time. The schema may reject a name.
 * An accepted name must stay inside its quotes, in comments inside its line, and create the same objects as a plain
 * name.
 */
export const HOSTILE_NAME_CASE: PluginCase = pluginCase(
  'scripts-survive-hostile-names',
  async (subject) => {
    const dialect = subject.definition.dialect as Dialect;
    for (const [, name] of HOSTILE_NAMES) {
      if (dialect.commands) assertReadBack(dialect, dialect.commands, name);
      else assertQuoted(dialect, name);
    }
    for (const [index, sample] of manualSamples(subject).entries()) {
      const isSwept = sweptOf(subject, index);
      const plain = await madeBy(subject, sample, []);
      for (const path of namePaths(subject, sample)) {
        for (const [at, [what, name]] of [...HOSTILE_NAMES, ...LONG_NAMES].entries()) {
          if (!isSwept(at)) continue;
          const hostile = withName(subject, sample, path, name);
          if (!hostile.parsed) continue;
          // A schema may transform a name, for example quote it.
          const made = await madeBy(subject, hostile, [name, String(valueAt(hostile.parsed, path))]);
          const where = `With ${what} in ${path} of "${sample.name}"`;
          if (made)
            assert.equal(
              made.length,
              plain?.length,
              `${where} the scripts do not create the same objects as with a plain name.`,
            );
        }
      }
    }
  },
  hasScripts,
);

function namePaths({ definition }: PluginSubject, { config }: ResolvedSample): readonly string[] {
  const secrets = configFields(definition.config).filter(({ exposure }) => exposure === 'secret');
  return stringPaths(config).filter((path) => !secrets.some((field) => field.path === path));
}

function withName({ definition }: PluginSubject, sample: ResolvedSample, path: string, name: string): ResolvedSample {
  const config = withValueAt(sample.config, path, name);
  const { success, data } = definition.config.safeParse(config);
  return { ...sample, config, parsed: success ? data : undefined };
}

/** Creates the scripts of a config, checks them and runs them. Undefined if the config is refused. */
async function madeBy(
  subject: PluginSubject,
  sample: ResolvedSample,
  names: readonly string[],
): Promise<readonly string[] | undefined> {
  return withKitRun(subject, async (kitRun) => {
    plantPrerequisites(kitRun.platform, subject, sample);
    try {
      const scripts = await configScripts(kitRun, sample);
      for (const { kind, script } of scripts) assertContained(subject, kind, script, names);
      for (const each of scripts) if (each.kind.endsWith('create')) runOneScript(kitRun, sample, each);
      return kitRun.platform.snapshot();
    } catch (error) {
      // Refused with a reason: two objects with one name, or a name that no statement can contain.
      if (ServiceError.isInstance(error) && error.code === 'BODY_INVALID') return undefined;
      throw error;
    }
  });
}

/** Asserts that, apart from the quoted forms, the stray word occurs only in comments. */
function assertContained({ definition }: PluginSubject, kind: string, script: string, names: readonly string[]): void {
  const dialect = definition.dialect as Dialect;
  const mark = commentMarkOf(dialect);
  const forms = names.flatMap((name) => quotedForms(dialect, name)).filter((form) => form.includes(STRAY_WORD));
  const rest = forms.reduce((text, form) => text.replaceAll(form, ''), script);
  const strays = rest
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .filter((line) => line.includes(STRAY_WORD) && !line.trimStart().startsWith(mark));
  assert.deepEqual(
    strays,
    [],
    `In the ${kind} script, ${JSON.stringify(names[0])} breaks out of its quotes or comments.`,
  );
}
