import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { ADMIN, createKitRun, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { plantPrerequisites } from '../kit-run/sample-objects.ts';
import {
  adoptUnresolved,
  assertStatus,
  bodyOf,
  prepareEdit,
  prepareSetUp,
  remove,
  removeByScript,
  runScripts,
  setUp,
} from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedEdit, ResolvedSample } from '../plugin-subject.ts';
import { type IsSwept, sweptOf } from '../swept.ts';

/** A boundary between two statements. */
type Boundary = readonly [number: number, when: 'before' | 'after'];

/** An operation that is killed, and the state in which it must end. */
interface KilledOperation {
  readonly name: string;
  /**
   * The side of the statement. Before a statement, its intent is journaled; after it, the outcome is not. Each
   * operation tries the harder side.
   */
  readonly when: Boundary[1];
  /** Brings a new kit run to the state in which the operation begins. */
  prepare(kitRun: KitRun): Promise<void>;
  /** Begins the operation. */
  begin(kitRun: KitRun): Promise<unknown>;
  /** Continues in another process after the kill. */
  resume(kitRun: KitRun): Promise<void>;
  /** The state of the platform in the end. */
  readonly wanted: readonly string[];
}

/** Kills the process at every statement of every operation, and continues with the same store. */
export const KILL_CASE = pluginCase(
  'resumes-after-kill',
  async (subject) => {
    for (const [index, sample] of subject.samples.entries()) {
      for (const operation of [
        await creation(subject, sample),
        await abandonedCreation(subject, sample),
        await removal(subject, sample),
      ]) {
        await killAtEach(subject, operation, sweptOf(subject, index));
      }
    }
    for (const [index, each] of subject.definition.editable ? subject.edits.entries() : [])
      await killAtEach(subject, await change(subject, each), sweptOf(subject, index));
  },
  hasObjects,
);

async function killAtEach(subject: PluginSubject, operation: KilledOperation, isSwept: IsSwept): Promise<void> {
  for (let number = 1; ; number += 1) {
    if (!isSwept(number - 1)) continue;
    if (!(await killAt(subject, operation, [number, operation.when]))) return;
  }
}

/** Returns whether the process was killed. It is not if the operation has fewer statements. */
async function killAt(subject: PluginSubject, operation: KilledOperation, at: Boundary): Promise<boolean> {
  const kitRun = await createKitRun(subject);
  await operation.prepare(kitRun);
  const killed = kitRun.platform.killAt(...at);
  await operation.begin(kitRun);
  const end = kitRun.integrations.whenIdle(1).then(() => 'finished' as const);
  if ((await Promise.race([killed.then(() => 'killed' as const), end])) === 'finished') {
    await kitRun.portcullis.close();
    return false;
  }
  // A dead process does not close its instance: another one opens the same store.
  const next = await createKitRun(subject, kitRun);
  const where = `Killed ${at[1]} statement ${at[0]} of ${operation.name}`;
  await operation.resume(next).catch((error: unknown) => {
    throw new assert.AssertionError({
      message: `${where}, the operation cannot be continued: ${error instanceof Error ? error.message : error}`,
    });
  });
  assert.deepEqual(
    next.platform.snapshot(),
    operation.wanted,
    `${where}, it ends in another state than without the kill.`,
  );
  await next.portcullis.close();
  return true;
}

/**
 * Continues an operation. If it ends with unresolved objects, an administrator decides that they are ours, and it is
 * repeated.
 */
async function continueOperation(
  kitRun: KitRun,
  id: number,
  ended: string,
  operation: () => Promise<unknown>,
): Promise<void> {
  await operation();
  const { status } = await kitRun.integrations.whenIdle(id);
  if (status === ended && (await adoptUnresolved(kitRun, id)) > 0) await operation();
}

async function snapshotAfter(
  subject: PluginSubject,
  work: (kitRun: KitRun) => Promise<unknown>,
): Promise<readonly string[]> {
  return withKitRun(subject, async (kitRun) => {
    await work(kitRun);
    return kitRun.platform.snapshot();
  });
}

/** PUT continues a creation. Types that it does not accept are deleted and created again. */
async function creation(subject: PluginSubject, sample: ResolvedSample): Promise<KilledOperation> {
  const body = bodyOf(subject, sample);
  return {
    name: `setting up "${sample.name}"`,
    when: 'after',
    prepare: (kitRun) => prepareSetUp(kitRun, sample),
    begin: ({ integrations }) => integrations.create(ADMIN, body),
    async resume(kitRun) {
      const { integrations } = kitRun;
      await assertStatus(kitRun, 1, 'createError', 'the kill');
      if (subject.definition.editable)
        await continueOperation(kitRun, 1, 'createError', () => integrations.update(ADMIN, 1, body));
      else {
        await continueOperation(kitRun, 1, 'deleteError', () => integrations.remove(ADMIN, 1, sample.credentials));
        await assertStatus(kitRun, 1, 'deleted', 'deleting the unfinished integration');
        await integrations.create(ADMIN, body);
      }
      await assertStatus(kitRun, subject.definition.editable ? 1 : 2, 'enabled', 'continuing');
    },
    wanted: await snapshotAfter(subject, (kitRun) => setUp(kitRun, sample)),
  };
}

async function abandonedCreation(subject: PluginSubject, sample: ResolvedSample): Promise<KilledOperation> {
  return {
    name: `setting up "${sample.name}", then deleted`,
    when: 'before',
    prepare: (kitRun) => prepareSetUp(kitRun, sample),
    begin: ({ integrations }) => integrations.create(ADMIN, bodyOf(subject, sample)),
    async resume(kitRun) {
      if (sample.mode === 'manual') await removeByScript(kitRun, 1, sample);
      await continueOperation(kitRun, 1, 'deleteError', () => kitRun.integrations.remove(ADMIN, 1, sample.credentials));
      await assertStatus(kitRun, 1, 'deleted', `deleting "${sample.name}"`);
    },
    wanted: await snapshotAfter(subject, async (kitRun) => plantPrerequisites(kitRun.platform, subject, sample)),
  };
}

async function removal(subject: PluginSubject, sample: ResolvedSample): Promise<KilledOperation> {
  return {
    name: `deleting "${sample.name}"`,
    when: 'after',
    async prepare(kitRun) {
      const id = await setUp(kitRun, sample);
      if (sample.mode === 'manual') await removeByScript(kitRun, id, sample);
    },
    begin: ({ integrations }) => integrations.remove(ADMIN, 1, sample.credentials),
    resume: (kitRun) => remove(kitRun, 1, sample),
    wanted: await snapshotAfter(subject, async (kitRun) => plantPrerequisites(kitRun.platform, subject, sample)),
  };
}

async function change(subject: PluginSubject, { from, to }: ResolvedEdit): Promise<KilledOperation> {
  const both = (kitRun: KitRun): void => {
    for (const sample of [from, to]) plantPrerequisites(kitRun.platform, subject, sample);
  };
  return {
    name: `editing to "${to.name}"`,
    when: 'after',
    async prepare(kitRun) {
      both(kitRun);
      await setUp(kitRun, from);
      if (to.mode === 'manual') await runScripts(kitRun, to, ['edit'], 1);
    },
    begin: ({ integrations }) => integrations.update(ADMIN, 1, bodyOf(subject, to)),
    async resume(kitRun) {
      await prepareEdit(kitRun, 1, to);
      await continueOperation(kitRun, 1, 'editError', () => kitRun.integrations.update(ADMIN, 1, bodyOf(subject, to)));
      await assertStatus(kitRun, 1, 'enabled', `editing to "${to.name}"`);
    },
    wanted: await snapshotAfter(subject, async (kitRun) => {
      both(kitRun);
      await setUp(kitRun, to);
    }),
  };
}
