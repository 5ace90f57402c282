import assert from 'node:assert/strict';
import { type OperationAnswer, ServiceError, type ValidationResults } from '@portcullis/core';
import { hasScripts } from '../applies.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedEdit, ResolvedSample } from '../plugin-subject.ts';
import { ADMIN, type Trial, withTrial } from '../trial/create-trial.ts';
import { isPrepared, objectsOf, prepare, type SampleObject } from '../trial/sample-objects.ts';
import { assertStatus, bodyOf, removeByScript, runScripts, setUp } from '../trial/set-up.ts';

/** The manual PUT and DELETE, which pass only on what is observed. */
export const MANUAL_CASE = pluginCase(
  'sees-scripts-run',
  async (subject) => {
    for (const sample of manualSamples(subject)) {
      await withTrial(subject, (trial) => removeTooEarly(trial, sample));
      for (const object of scripted(subject, sample))
        await withTrial(subject, (trial) => removeHalf(trial, sample, object));
      await withTrial(subject, (trial) => removeBlind(trial, sample));
      await withTrial(subject, (trial) => removeRefused(trial, sample));
      if (!subject.definition.ownCredential) await withTrial(subject, (trial) => removeUnobserved(trial, sample));
    }
    for (const edit of subject.edits.filter(({ from }) => from.mode === 'manual'))
      await withTrial(subject, (trial) => editBlind(trial, edit));
  },
  (subject) => {
    const applies = hasScripts(subject);
    if (applies !== true) return applies;
    return manualSamples(subject).length > 0 ? true : 'No sample is set up by script.';
  },
);

function manualSamples({ samples }: PluginSubject): readonly ResolvedSample[] {
  return samples.filter(({ mode }) => mode === 'manual');
}

/** The objects that a script makes for this integration alone, and that do not vanish with another one. */
function scripted(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  return objectsOf(subject, sample).filter(
    (object) =>
      !isPrepared(object) &&
      object.declared.by !== 'service' &&
      object.declared.within === undefined &&
      !object.described.shared,
  );
}

async function removeTooEarly(trial: Trial, sample: ResolvedSample): Promise<void> {
  const id = await setUp(trial, sample);
  const made = trial.platform.objects.filter(({ mark }) => mark !== null);
  const results = await refusedRemoval(trial, id, `"${sample.name}" is deleted before the delete script was run.`);
  const message = messageOf(results, 'manual-removal-complete');
  // The name of an object may hang on its mark, so the platform says it.
  const kinds = new Set(scripted(trial.subject, sample).map(({ described }) => described.kind));
  for (const { kind, name } of made)
    assert.ok(!kinds.has(kind) || message.includes(name), `The refusal does not name ${kind} ${name}: ${message}`);
  await removeByScript(trial, id, sample);
  await trial.integrations.remove(ADMIN, id, undefined);
  await assertStatus(trial, id, 'deleted', `deleting "${sample.name}" behind its script`);
}

/** One object is gone, whichever it is, the others are not. */
async function removeHalf(trial: Trial, sample: ResolvedSample, { described }: SampleObject): Promise<void> {
  const id = await setUp(trial, sample);
  const { kind, name } = described;
  trial.platform.lose({ kind, name });
  const isLeft = trial.platform.objects.some((object) => object.mark !== null);
  if (isLeft) await refusedRemoval(trial, id, `"${sample.name}" is deleted when only ${kind} ${name} was dropped.`);
}

async function removeBlind(trial: Trial, sample: ResolvedSample): Promise<void> {
  const { subject, platform } = trial;
  const id = await setUp(trial, sample);
  for (const { described } of objectsOf(subject, sample)) platform.hide(described.kind);
  await refusedRemoval(trial, id, `"${sample.name}" is deleted although nothing of it can be seen.`);
}

/** Refused credentials show nothing; `forceDisable` is the way out. */
async function removeRefused(trial: Trial, sample: ResolvedSample): Promise<void> {
  const { platform, integrations } = trial;
  const id = await setUp(trial, sample);
  platform.refuseConnections({ with: 'credentials' });
  const results = await refusedRemoval(trial, id, `"${sample.name}" is deleted although its account is refused.`);
  const told = results.validationTests.map(({ message = '' }) => message).join(' ');
  assert.ok(told.includes('forceDisable'), `The refusal does not name the way out, forceDisable: ${told}`);
  await integrations.remove(ADMIN, id, undefined, { forceDisable: true });
  await assertStatus(trial, id, 'disabled', `disabling "${sample.name}"`);
}

/** Behind the delete script the account is refused: the DELETE goes on, and claims nothing of what it could not look at. */
async function removeUnobserved(trial: Trial, sample: ResolvedSample): Promise<void> {
  const { platform, integrations, subject } = trial;
  const id = await setUp(trial, sample);
  const kinds = new Set(scripted(subject, sample).map(({ described }) => described.kind));
  const made = platform.objects.filter(({ mark, kind }) => mark !== null && kinds.has(kind));
  await integrations.deleteScript(ADMIN, id);
  platform.refuseConnections({ with: 'credentials' });
  const { validationResults } = (await integrations.remove(ADMIN, id, undefined)) as OperationAnswer;
  const message = messageOf(validationResults, 'manual-removal-complete');
  assert.equal(
    validationResults.status,
    'warning',
    `"${sample.name}" is deleted without a warning although nothing of it was looked at.`,
  );
  for (const { kind, name } of made)
    assert.ok(message.includes(name), `The warning does not name ${kind} ${name}: ${message}`);
  await assertStatus(trial, id, 'deleted', `deleting "${sample.name}" behind its script`);
}

/** An edit passes when its script was run and can be seen. */
async function editBlind(trial: Trial, { from, to }: ResolvedEdit): Promise<void> {
  const { subject, platform, integrations } = trial;
  prepare(platform, subject, to);
  const id = await setUp(trial, from);
  const before = platform.snapshot();
  await runScripts(trial, to, ['edit'], id);
  const isChanged = JSON.stringify(platform.snapshot()) !== JSON.stringify(before);
  const shows = objectsOf(subject, to).map(({ described }) => platform.hide(described.kind));
  if (isChanged) {
    const blind = `The edit to "${to.name}" passes although nothing of it can be seen.`;
    await refusal(integrations.update(ADMIN, id, bodyOf(subject, to)), blind);
  }
  for (const show of shows) show();
  await integrations.update(ADMIN, id, bodyOf(subject, to));
  await assertStatus(trial, id, 'enabled', `editing to "${to.name}" behind its script`);
}

async function refusedRemoval({ integrations }: Trial, id: number, otherwise: string): Promise<ValidationResults> {
  return refusal(integrations.remove(ADMIN, id, undefined), otherwise);
}

/** The results of a request that is to be refused for them. */
async function refusal(call: Promise<unknown>, otherwise: string): Promise<ValidationResults> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(
    ServiceError.isInstance(error) && error.code === 'VALIDATION_FAILED',
    `${otherwise} ${String(error ?? '')}`,
  );
  return error.extras.validationResults as ValidationResults;
}

function messageOf({ validationTests }: ValidationResults, test: string): string {
  return validationTests.find(({ id }) => id === test)?.message ?? '';
}
