import assert from 'node:assert/strict';
import { configFields, type FailureClass } from '@portcullis/plugin-api';
import { hasObjects } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { configScripts } from '../kit-run/every-script.ts';
import { plantPrerequisites } from '../kit-run/sample-objects.ts';
import { bodyOf, runOneScript, scriptKinds, valueAt } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { withCanaries } from '../secrets/canaries.ts';
import { createOutputRecorder, type OutputRecorder } from '../secrets/output-recorder.ts';

/** The confidentiality of secrets, which only the platform receives. */
export const SECRET_CASES: readonly PluginCase[] = [
  pluginCase(
    'keeps-secrets',
    async (subject) => {
      for (const original of subject.samples) {
        const { sample, canaries } = withCanaries(subject, original);
        for (const failing of [undefined, 'statement', 'connection'] as const) {
          await withKitRun(subject, async (kitRun) => {
            const output = createOutputRecorder(kitRun);
            if (failing) injectFailures(kitRun, failing, secretsIn(subject, sample));
            await makeEveryRequest(kitRun, sample, output);
            assert.deepEqual(
              await output.leaksOf([...canaries, ...generatedSecrets(kitRun)]),
              [],
              `A secret of "${sample.name}" leaked${failing ? ` when a ${failing} failed` : ''}.`,
            );
          });
        }
      }
    },
    hasObjects,
  ),
];

/** Returns the secrets of a sample, undivided. */
function secretsIn({ definition }: PluginSubject, { config }: ResolvedSample): readonly string[] {
  return configFields(definition.config)
    .filter(({ exposure }) => exposure === 'secret')
    .map(({ path }) => valueAt(config, path))
    .filter((value) => typeof value === 'string');
}

/** Makes statements or connections fail with an error that contains the secrets, as errors of drivers can. */
function injectFailures({ platform }: KitRun, what: 'statement' | 'connection', secrets: readonly string[]): void {
  const message = `refused: ${secrets.flatMap((secret) => [secret, JSON.stringify(secret)]).join(' ')}`;
  const fail: FailureClass = 'missing-grant';
  if (what === 'connection') platform.refuseConnections({ with: 'credentials', message, times: 1 });
  else platform.inject({ at: ({ text }) => text.includes('{{'), effect: { fail, message } });
}

/** Makes every request to an integration, from its creation to its removal. */
async function makeEveryRequest(kitRun: KitRun, sample: ResolvedSample, { record }: OutputRecorder): Promise<void> {
  const { integrations, subject, platform } = kitRun;
  const body = bodyOf(subject, sample);
  plantPrerequisites(platform, subject, sample);
  await record(integrations.types(ADMIN));
  if (sample.mode === 'manual') {
    const scripts = configScripts(kitRun, sample);
    await record(scripts);
    for (const script of await scripts) if (script.kind.endsWith('create')) runOneScript(kitRun, sample, script);
  }
  const broken = { ...body, config: { ...sample.config, aFieldThatNobodyKnows: sample.config } };
  for (const sent of [broken, { ...body, more: body }]) await record(integrations.create(ADMIN, sent));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await record(integrations.create(ADMIN, body, { dryRun: true }));
    await record(integrations.create(ADMIN, body));
    await record(integrations.whenIdle(1));
  }
  await record(integrations.list(ADMIN));
  await record(integrations.update(ADMIN, 1, broken));
  for (const { from, to } of subject.edits) {
    if (from.name !== sample.name) continue;
    const next = bodyOf(subject, { ...to, config: { ...to.config, ...secretsFrom(subject, sample) } });
    await record(integrations.update(ADMIN, 1, next, { dryRun: true }));
    await record(integrations.update(ADMIN, 1, next));
    await record(integrations.whenIdle(1));
  }
  await record(integrations.validate(ADMIN, 1));
  await record(integrations.get(ADMIN, 1));
  if ((await scriptKinds(kitRun)).includes('delete')) await record(integrations.deleteScript(ADMIN, 1));
  await record(integrations.remove(ADMIN, 1, { ...sample.credentials, aFieldThatNobodyKnows: sample.credentials }));
  await record(integrations.remove(ADMIN, 1, sample.credentials, { dryRun: true }));
  await record(integrations.remove(ADMIN, 1, sample.credentials));
  await record(integrations.whenIdle(1));
  await record(integrations.operations(ADMIN, 1));
  await record(integrations.remove(ADMIN, 1, undefined, { forceDisable: true }));
}

/** Returns the members of a config that contain its canaries; an edit sends the same values. */
function secretsFrom({ samples }: PluginSubject, { name, config }: ResolvedSample): object {
  const original = samples.find((each) => each.name === name)?.config ?? {};
  return Object.fromEntries(Object.entries(config).filter(([key, value]) => original[key] !== value));
}

/** Returns the values of slots that the library generated, or that a plugin derived from a secret. */
function generatedSecrets({ platform }: KitRun): readonly string[] {
  return platform.objects.flatMap(({ secrets }) =>
    Object.values(secrets)
      .map(({ text, quoted }) => (quoted ? text.slice(1, -1) : text))
      .filter((text) => text.length >= 12),
  );
}
