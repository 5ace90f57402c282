import assert from 'node:assert/strict';
import { type OperationResponse, ServiceError, type ValidationResults } from '@portcullis/core';
import { allOf, hasScripts } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { isPrerequisite, objectsOf, plantPrerequisites, type SampleObject } from '../kit-run/sample-objects.ts';
import { assertStatus, bodyOf, removeByScript, runScripts, setUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import { manualSamples, type PluginSubject, type ResolvedEdit, type ResolvedSample } from '../plugin-subject.ts';

/** The manual PUT and DELETE, which pass only if the effects of the script are observed. */
export const MANUAL_CASE = pluginCase(
  'sees-scripts-run',
  async (subject) => {
    for (const sample of manualSamples(subject)) {
      await withKitRun(subject, (kitRun) => assertEarlyRemovalRefused(kitRun, sample));
      for (const object of scripted(subject, sample))
        await withKitRun(subject, (kitRun) => assertPartialRemovalRefused(kitRun, sample, object));
      await withKitRun(subject, (kitRun) => assertInvisibleRemovalRefused(kitRun, sample));
      await withKitRun(subject, (kitRun) => assertRemovalWithoutSignInRefused(kitRun, sample));
      if (!subject.definition.ownCredential)
        await withKitRun(subject, (kitRun) => assertUnobservedRemovalWarns(kitRun, sample));
    }
    for (const edit of subject.edits.filter(({ from }) => from.mode === 'manual'))
      await withKitRun(subject, (kitRun) => assertInvisibleEditRefused(kitRun, edit));
  },
  allOf(hasScripts, (subject) => manualSamples(subject).length > 0 || 'No sample is set up by script.'),
);

/**
 * Returns the objects that a script creates exclusively for this integration and that are not dropped with another
 * object.
 */
function scripted(subject: PluginSubject, sample: ResolvedSample): readonly SampleObject[] {
  return objectsOf(subject, sample).filter(
    (object) =>
      !isPrerequisite(object) &&
      object.declared.by !== 'service' &&
      object.declared.within === undefined &&
      !object.described.shared,
  );
}

async function assertEarlyRemovalRefused(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const id = await setUp(kitRun, sample);
  const made = kitRun.platform.objects.filter(({ mark }) => mark !== null);
  const results = await refusedRemoval(kitRun, id, `"${sample.name}" is deleted before the delete script was run.`);
  const message = messageOf(results, 'manual-removal-complete');
  // The name of an object may depend on its mark, so it is read from the platform.
  const kinds = new Set(scripted(kitRun.subject, sample).map(({ described }) => described.kind));
  for (const { kind, name } of made)
    assert.ok(!kinds.has(kind) || message.includes(name), `The refusal does not name ${kind} ${name}: ${message}`);
  await removeByScript(kitRun, id, sample);
  await kitRun.integrations.remove(ADMIN, id, undefined);
  await assertStatus(kitRun, id, 'deleted', `deleting "${sample.name}" after its script`);
}

/** Asserts that DELETE is refused if only one object is gone, for each object. */
async function assertPartialRemovalRefused(
  kitRun: KitRun,
  sample: ResolvedSample,
  { described }: SampleObject,
): Promise<void> {
  const id = await setUp(kitRun, sample);
  const { kind, name } = described;
  kitRun.platform.lose({ kind, name });
  const isLeft = kitRun.platform.objects.some((object) => object.mark !== null);
  if (isLeft)
    await refusedRemoval(kitRun, id, `"${sample.name}" is deleted although only ${kind} ${name} was dropped.`);
}

async function assertInvisibleRemovalRefused(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const { subject, platform } = kitRun;
  const id = await setUp(kitRun, sample);
  for (const { described } of objectsOf(subject, sample)) platform.hide(described.kind);
  await refusedRemoval(kitRun, id, `"${sample.name}" is deleted although its objects cannot be observed.`);
}

/** Asserts that DELETE is refused if the platform refuses the account, and that the message names `forceDisable`. */
async function assertRemovalWithoutSignInRefused(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const { platform, integrations } = kitRun;
  const id = await setUp(kitRun, sample);
  platform.refuseConnections({ with: 'credentials' });
  const results = await refusedRemoval(kitRun, id, `"${sample.name}" is deleted although its account is refused.`);
  const messages = results.validationTests.map(({ message = '' }) => message).join(' ');
  assert.ok(messages.includes('forceDisable'), `The refusal does not name forceDisable as the remedy: ${messages}`);
  await integrations.remove(ADMIN, id, undefined, { forceDisable: true });
  await assertStatus(kitRun, id, 'disabled', `disabling "${sample.name}"`);
}

/**
 * Asserts that DELETE continues after the delete script has removed the account, and warns about the objects that it
 * could not observe.
 */
async function assertUnobservedRemovalWarns(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const { platform, integrations, subject } = kitRun;
  const id = await setUp(kitRun, sample);
  const kinds = new Set(scripted(subject, sample).map(({ described }) => described.kind));
  const made = platform.objects.filter(({ mark, kind }) => mark !== null && kinds.has(kind));
  await integrations.deleteScript(ADMIN, id);
  platform.refuseConnections({ with: 'credentials' });
  const { validationResults } = (await integrations.remove(ADMIN, id, undefined)) as OperationResponse;
  const message = messageOf(validationResults, 'manual-removal-complete');
  assert.equal(
    validationResults.status,
    'warning',
    `"${sample.name}" is deleted without a warning although its objects were not observed.`,
  );
  for (const { kind, name } of made)
    assert.ok(message.includes(name), `The warning does not name ${kind} ${name}: ${message}`);
  await assertStatus(kitRun, id, 'deleted', `deleting "${sample.name}" after its script`);
}

/** Asserts that an edit passes only if the effects of its script can be observed. */
async function assertInvisibleEditRefused(kitRun: KitRun, { from, to }: ResolvedEdit): Promise<void> {
  const { subject, platform, integrations } = kitRun;
  plantPrerequisites(platform, subject, to);
  const id = await setUp(kitRun, from);
  const before = platform.snapshot();
  await runScripts(kitRun, to, ['edit'], id);
  const isChanged = JSON.stringify(platform.snapshot()) !== JSON.stringify(before);
  const shows = objectsOf(subject, to).map(({ described }) => platform.hide(described.kind));
  if (isChanged) {
    const otherwise = `The edit to "${to.name}" passes although its objects cannot be observed.`;
    await refusal(integrations.update(ADMIN, id, bodyOf(subject, to)), otherwise);
  }
  for (const show of shows) show();
  await integrations.update(ADMIN, id, bodyOf(subject, to));
  await assertStatus(kitRun, id, 'enabled', `editing to "${to.name}" after its script`);
}

async function refusedRemoval({ integrations }: KitRun, id: number, otherwise: string): Promise<ValidationResults> {
  return refusal(integrations.remove(ADMIN, id, undefined), otherwise);
}

/** Returns the validation results of a request that must be refused. */
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
