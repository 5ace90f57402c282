import assert from 'node:assert/strict';
import type { DryRunResponse } from '@portcullis/core';
import type { Scalar } from '@portcullis/plugin-api';
import type { CatalogueObject } from '../../simulated/platform/catalogue.ts';
import { allOf, hasObjects, isEditable } from '../applies.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { objectsOf } from '../kit-run/sample-objects.ts';
import { assertStatus, bodyOf, setUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import { type IsSwept, sweptOf } from '../swept.ts';

/** A drift repair that fails at each of its statements, or at the final sign-in of the service account. */
export const RESTORE_CASE = pluginCase(
  'restores-former-state',
  async (subject) => {
    for (const [index, sample] of subject.samples.entries()) {
      const rounds = await withKitRun(subject, (kitRun) => roundsOf(kitRun, sample));
      for (let round = 0; round < rounds; round += 1)
        await failAtEachStatement(subject, sample, round, sweptOf(subject, index));
    }
  },
  allOf(hasObjects, isEditable),
);

/** In each round, one value of every object has drifted: an irreversible change must not hide a reversible one. */
async function failAtEachStatement(
  subject: PluginSubject,
  sample: ResolvedSample,
  round: number,
  isSwept: IsSwept,
): Promise<void> {
  const count = await withKitRun(subject, async (kitRun) => (await createDrift(kitRun, sample, round)).statements);
  for (let at = 1; at <= count; at += 1) {
    if (isSwept(at - 1)) await withKitRun(subject, (kitRun) => failAt(kitRun, sample, { round, at }));
  }
  const isProved = sample.mode === 'automatic' && !subject.definition.ownCredential;
  if (count > 0 && isProved) await withKitRun(subject, (kitRun) => failAt(kitRun, sample, { round, at: 'sign-in' }));
}

/** An integration whose objects were changed outside it. */
interface DriftedIntegration {
  readonly id: number;
  /** The number of the library's statements that repair it. */
  readonly statements: number;
  /** The objects whose former state cannot be restored according to the plan, as `kind name`. */
  readonly irreversible: ReadonlySet<string>;
}

async function createDrift(kitRun: KitRun, sample: ResolvedSample, round: number): Promise<DriftedIntegration> {
  const { platform, integrations, subject } = kitRun;
  const id = await setUp(kitRun, sample);
  for (const { kind, name, drifts } of driftsOf(kitRun, sample)) {
    const values = drifts[round];
    if (values) platform.tamper({ kind, name }, { values });
  }
  await integrations.drift(ADMIN, id, undefined);
  const dryRun = await integrations.update(ADMIN, id, bodyOf(subject, sample), { dryRun: true });
  const { steps } = (dryRun as DryRunResponse).plan;
  return {
    id,
    statements: steps.filter(({ actor }) => actor === 'setup' || actor === 'service').length,
    irreversible: new Set(
      steps.flatMap(({ irreversible, object: { kind, name } }) => (irreversible ? [`${kind} ${name}`] : [])),
    ),
  };
}

interface DriftingObject extends Pick<CatalogueObject, 'kind' | 'name'> {
  /** The possible changes of the object. */
  readonly drifts: readonly Readonly<Record<string, Scalar>>[];
}

async function roundsOf(kitRun: KitRun, sample: ResolvedSample): Promise<number> {
  await setUp(kitRun, sample);
  return Math.max(0, ...driftsOf(kitRun, sample).map(({ drifts }) => drifts.length));
}

/** Returns other values for every object that the library itself updates. */
function driftsOf({ platform, subject }: KitRun, sample: ResolvedSample): readonly DriftingObject[] {
  const listed = objectsOf(subject, sample).map(({ declared }) => declared);
  return platform.objects.flatMap(({ kind, name, mark, values, shared }): readonly DriftingObject[] => {
    const object = listed.find(({ key }) => mark?.endsWith(`:${key}`));
    const isRepaired = object?.by === 'service' || (object?.by === 'setup' && sample.mode === 'automatic');
    if (!object || !isRepaired || shared) return [];
    const given = (subject.drifts ?? []).filter((each) => each.object === object.key);
    return [
      { kind, name, drifts: given.length > 0 ? given.map((each) => each.values) : generatedDrifts(values, name) },
    ];
  });
}

/** Returns values that differ from the desired ones. The name stays the same, because it identifies the object. */
function generatedDrifts(values: CatalogueObject['values'], name: string): DriftingObject['drifts'] {
  return Object.entries(values)
    .filter(([field, value]) => field !== 'name' && value !== name)
    .map(([field, value]) => ({ [field]: otherThan(value) }));
}

function otherThan(value: Scalar): Scalar {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `other than ${value}`;
}

async function failAt(
  kitRun: KitRun,
  sample: ResolvedSample,
  { round, at }: { readonly round: number; readonly at: number | 'sign-in' },
): Promise<void> {
  const { integrations, subject } = kitRun;
  const { id, irreversible, statements } = await createDrift(kitRun, sample, round);
  const before = statesOf(kitRun, irreversible);
  const where = `"${sample.name}", the repair fails at ${at === 'sign-in' ? 'the final sign-in' : `statement ${at}`}`;
  const restore = at === 'sign-in' ? refuseSignInAfter(kitRun, statements) : failStatement(kitRun, at);
  await integrations.update(ADMIN, id, bodyOf(subject, sample));
  const { status } = await integrations.whenIdle(id);
  restore();
  assert.equal(status, 'editError', `${where}: the status is ${status}.`);
  assert.deepEqual(
    statesOf(kitRun, irreversible),
    before,
    `${where}: the former state is not restored, and the plan did not announce this.`,
  );
  await integrations.update(ADMIN, id, bodyOf(subject, sample));
  await assertStatus(kitRun, id, 'enabled', `${where}, repairing it again`);
  const report = await integrations.drift(ADMIN, id, undefined);
  assert.deepEqual(report.findings, [], `${where}: after another repair, it still differs.`);
}

function failStatement({ platform }: KitRun, at: number): () => void {
  return platform.inject({ at, effect: { fail: 'missing-grant' } });
}

/** Refuses the next connection of the service account after a number of statements: the final sign-in. */
function refuseSignInAfter({ platform }: KitRun, statements: number): () => void {
  const last = platform.statements.length + statements;
  return platform.onStatement(({ when, statement }) => {
    if (when === 'after' && statement.number === last)
      platform.refuseConnections({ actor: 'service', with: 'credentials', times: 1 });
  });
}

/**
 * Returns the objects of a platform with the slots of their secrets; for an irreversibly changed object, only its
 * existence.
 */
function statesOf({ platform }: KitRun, irreversible: ReadonlySet<string>): readonly string[] {
  return platform.objects
    .map(({ id: _id, secrets, ...object }) => {
      const { kind, name } = object;
      const slots = Object.keys(secrets).toSorted();
      return JSON.stringify(irreversible.has(`${kind} ${name}`) ? { kind, name, slots } : { ...object, slots });
    })
    .toSorted();
}
