import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type DryRunResponse, type OperationResponse, ServiceError } from '@portcullis/core';
import { hasObjects } from '../applies.ts';
import { assertNone } from '../assert-none.ts';
import { createdByScript, createdBySetUp, withAccountOf } from '../kit-run/both-modes.ts';
import { ADMIN, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { framedIn } from '../kit-run/framed-in.ts';
import { objectsOf, plantPrerequisites } from '../kit-run/sample-objects.ts';
import { assertStatus, bodyOf, removeByScript, runScripts, scriptKinds } from '../kit-run/set-up.ts';
import { type PluginCase, pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** The equality of plans, executed statements and journals. */
export const PLAN_CASES: readonly PluginCase[] = [
  pluginCase(
    'one-text',
    async (subject) => {
      const differing = new Set<string>();
      for (const sample of subject.samples) {
        await withKitRun(subject, (kitRun) => assertSameTexts(kitRun, sample));
        if (sample.mode !== 'automatic') continue;
        for (const object of await compareModes(subject, sample)) differing.add(object);
      }
      const needless = (subject.differsByMode ?? []).filter(({ object }) => !differing.has(object));
      assertNone(
        needless.map(({ object, reason }) => `${object}: ${reason}`),
        'Both modes create these objects with the same statements: remove the entries.',
      );
    },
    hasObjects,
  ),
  pluginCase(
    'plans-hold',
    async (subject) => {
      for (const sample of subject.samples) await withKitRun(subject, (kitRun) => assertPlansHold(kitRun, sample));
    },
    hasObjects,
  ),
];

/** One change of an integration. */
interface Change {
  readonly what: string;
  call(options: { readonly dryRun?: boolean; readonly ifPlan?: string }): Promise<OperationResponse | DryRunResponse>;
  readonly endsIn: string;
  /** The actions of an administrator before it, in manual mode. */
  readonly before?: () => Promise<unknown>;
}

/** Returns all changes of an integration, from its creation to its removal. */
function changesOf(kitRun: KitRun, sample: ResolvedSample): readonly Change[] {
  const { subject, integrations } = kitRun;
  const isManual = sample.mode === 'manual';
  const edits = subject.definition.editable ? subject.edits.filter(({ from }) => from.name === sample.name) : [];
  return [
    {
      what: `setting up "${sample.name}"`,
      call: (options) => integrations.create(ADMIN, bodyOf(subject, sample), options),
      endsIn: 'enabled',
      before: async () => {
        for (const each of [sample, ...edits.map(({ to }) => to)]) plantPrerequisites(kitRun.platform, subject, each);
        if (isManual) await runScripts(kitRun, sample, ['initial-create', 'create']);
      },
    },
    ...edits.map(({ to }) => ({
      what: `editing to "${to.name}"`,
      call: (options: object) => integrations.update(ADMIN, 1, bodyOf(subject, to), options),
      endsIn: 'enabled',
      before: async () => isManual && runScripts(kitRun, to, ['edit'], 1),
    })),
    {
      what: `deleting "${sample.name}"`,
      call: (options) => integrations.remove(ADMIN, 1, sample.credentials, options),
      endsIn: 'deleted',
      before: async () => isManual && removeByScript(kitRun, 1, sample),
    },
  ];
}

/**
 * Asserts that plan, executed statements and journal are equal, and that the delete script contains the statements of
 * the removal.
 */
async function assertSameTexts(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const { platform } = kitRun;
  for (const { what, call, endsIn, before } of changesOf(kitRun, sample)) {
    await before?.();
    const removal = endsIn === 'deleted' ? await removalScript(kitRun, sample) : undefined;
    const response = (await call({ dryRun: true })) as DryRunResponse;
    const begun = platform.statements.length;
    await call({});
    await assertStatus(kitRun, 1, endsIn, what);
    const executed = platform.statements.slice(begun).map(({ text }) => text);
    const steps = response.plan.steps.filter(({ action, alreadyDone }) => action !== 'store' && !alreadyDone);
    const planned = steps.map(({ statement }) => statement);
    assert.deepEqual(executed, planned, `The executed statements differ from the plan: ${what}.`);
    const operation = (await journalOf(kitRun)).at(-1);
    assert.deepEqual(operation?.journal, executed, `The journal differs from the executed statements: ${what}.`);
    if (!removal) continue;
    const byPrivileged = steps.filter(({ actor }) => actor === 'setup').map(({ statement }) => statement);
    assert.deepEqual(
      removal,
      byPrivileged,
      `The delete script of "${sample.name}" differs from the plan of its removal.`,
    );
  }
}

async function journalOf({ store }: KitRun): Promise<readonly { readonly journal: readonly string[] }[]> {
  const entries = await store.find('journalEntries', { orderBy: [['id', 'asc']] });
  const operations = [...new Set(entries.map(({ operationId }) => operationId))];
  const last = await store.find('operations', { orderBy: [['id', 'asc']] });
  return last.map(({ id }) => ({
    journal: operations.includes(id)
      ? entries.filter((entry) => entry.operationId === id && entry.action !== 'store').map(({ text }) => text)
      : [],
  }));
}

/** Returns the statements of the delete script, for automatic samples of types that have one. */
async function removalScript(kitRun: KitRun, sample: ResolvedSample): Promise<readonly string[] | undefined> {
  if (sample.mode === 'manual' || !(await scriptKinds(kitRun)).includes('delete')) return undefined;
  const { script } = await kitRun.integrations.deleteScript(ADMIN, 1);
  return framedIn(kitRun, sample, script).map(({ text }) => text);
}

/**
 * Compares the texts that the library executes and an administrator runs for the same config: they are the same, unless the plugin
 * gives a reason. Returns the keys of the objects that differ.
 */
async function compareModes(subject: PluginSubject, sample: ResolvedSample): Promise<readonly string[]> {
  const executed = await withKitRun(subject, (kitRun) => createdBySetUp(kitRun, sample));
  const manual = withAccountOf(subject, sample);
  if (!manual) return [];
  const scripted = await withKitRun(subject, (kitRun) => createdByScript(kitRun, manual));
  const objects = new Map(
    objectsOf(subject, manual).map(({ declared, described }) => [described.address, declared.key]),
  );
  const differing: string[] = [];
  for (const [address, statements] of scripted) {
    const own = executed.get(address);
    const object = objects.get(address);
    if (!own || isDeepStrictEqual(statements, own)) continue;
    const isDeclared = subject.differsByMode?.some((each) => each.object === object);
    const complaint = `The scripts for "${sample.name}" create "${address}" with other statements than the library.`;
    if (!isDeclared) assert.deepEqual(statements, own, complaint);
    if (object !== undefined) differing.push(object);
  }
  return differing;
}

/** Asserts that a plan is the same each time, that it runs under its hash, and that nothing runs under another hash. */
async function assertPlansHold(kitRun: KitRun, sample: ResolvedSample): Promise<void> {
  const { platform } = kitRun;
  for (const { what, call, endsIn, before } of changesOf(kitRun, sample)) {
    await before?.();
    const [first, second] = [
      (await call({ dryRun: true })) as DryRunResponse,
      (await call({ dryRun: true })) as DryRunResponse,
    ];
    assert.deepEqual(second.plan, first.plan, `The plan differs the second time: ${what}.`);
    const begun = platform.statements.length;
    await assert.rejects(
      call({ ifPlan: '0'.repeat(64) }),
      (error) => ServiceError.isInstance(error) && error.code === 'PLAN_CHANGED',
      `The change runs under the hash of another plan: ${what}.`,
    );
    assert.equal(platform.statements.length, begun, `A refused plan runs anyway: ${what}.`);
    await call({ ifPlan: first.plan.hash });
    await assertStatus(kitRun, 1, endsIn, what);
  }
}
