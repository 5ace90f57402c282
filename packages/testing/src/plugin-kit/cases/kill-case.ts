import assert from 'node:assert/strict';
import { hasObjects } from '../applies.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedEdit, ResolvedSample } from '../plugin-subject.ts';
import { type IsSwept, sweptOf } from '../swept.ts';
import { ADMIN, createTrial, type Trial, withTrial } from '../trial/create-trial.ts';
import { prepare } from '../trial/sample-objects.ts';
import { adoptUnclear, assertStatus, bodyOf, removeByScript, runScripts, setUp, takeDown } from '../trial/set-up.ts';

/** A boundary between two statements. */
type Boundary = readonly [number: number, when: 'before' | 'after'];

/** An operation that is killed, and where it has to end. */
interface Ordeal {
  readonly name: string;
  /** Before a statement its intent is journaled, after it the outcome is not: each ordeal tries the one that is harder for it. */
  readonly when: Boundary[1];
  /** Brings a fresh trial to where the operation begins. */
  prepare(trial: Trial): Promise<void>;
  /** Begins the operation. */
  begin(trial: Trial): Promise<unknown>;
  /** Goes on after the death, in another process. */
  resume(trial: Trial): Promise<void>;
  /** The state of the platform in the end. */
  readonly wanted: readonly string[];
}

/** Kills the process at every statement of every operation, and goes on from there with the same store. */
export const KILL_CASE = pluginCase(
  'resumes-after-kill',
  async (subject) => {
    for (const [index, sample] of subject.samples.entries()) {
      for (const ordeal of [
        await creation(subject, sample),
        await abandonedCreation(subject, sample),
        await removal(subject, sample),
      ]) {
        await undergo(subject, ordeal, sweptOf(subject, index));
      }
    }
    for (const [index, each] of subject.definition.editable ? subject.edits.entries() : [])
      await undergo(subject, await change(subject, each), sweptOf(subject, index));
  },
  hasObjects,
);

async function undergo(subject: PluginSubject, ordeal: Ordeal, isSwept: IsSwept): Promise<void> {
  for (let number = 1; ; number += 1) {
    if (!isSwept(number - 1)) continue;
    if (!(await die(subject, ordeal, [number, ordeal.when]))) return;
  }
}

/** Returns whether the process died; it lives when the operation has fewer statements. */
async function die(subject: PluginSubject, ordeal: Ordeal, at: Boundary): Promise<boolean> {
  const trial = await createTrial(subject);
  await ordeal.prepare(trial);
  const dead = trial.platform.killAt(...at);
  await ordeal.begin(trial);
  const end = trial.integrations.settled(1).then(() => 'alive' as const);
  if ((await Promise.race([dead.then(() => 'dead' as const), end])) === 'alive') {
    await trial.portcullis.close();
    return false;
  }
  // A dead process does not close its instance: another one opens the same store.
  const next = await createTrial(subject, trial);
  const where = `Killed ${at[1]} statement ${at[0]} of ${ordeal.name}`;
  await ordeal.resume(next).catch((error: unknown) => {
    throw new assert.AssertionError({
      message: `${where}, the operation cannot be continued: ${error instanceof Error ? error.message : error}`,
    });
  });
  assert.deepEqual(next.platform.snapshot(), ordeal.wanted, `${where}, it ends elsewhere than in one shot.`);
  await next.portcullis.close();
  return true;
}

/**
 * Goes on with an operation. Where it ends at objects of which nothing tells whose they are, a person says that they are ours, and
 * it is repeated.
 */
async function persist(trial: Trial, id: number, ended: string, operation: () => Promise<unknown>): Promise<void> {
  await operation();
  const { status } = await trial.integrations.settled(id);
  if (status === ended && (await adoptUnclear(trial, id)) > 0) await operation();
}

async function ready(trial: Trial, sample: ResolvedSample): Promise<void> {
  prepare(trial.platform, trial.subject, sample);
  if (sample.mode === 'manual') await runScripts(trial, sample, ['initial-create', 'create']);
}

async function snapshotAfter(
  subject: PluginSubject,
  work: (trial: Trial) => Promise<unknown>,
): Promise<readonly string[]> {
  return withTrial(subject, async (trial) => {
    await work(trial);
    return trial.platform.snapshot();
  });
}

/** PUT goes on; types that it does not take are deleted and created again. */
async function creation(subject: PluginSubject, sample: ResolvedSample): Promise<Ordeal> {
  const body = bodyOf(subject, sample);
  return {
    name: `setting up "${sample.name}"`,
    when: 'after',
    prepare: (trial) => ready(trial, sample),
    begin: ({ integrations }) => integrations.create(ADMIN, body),
    async resume(trial) {
      const { integrations } = trial;
      await assertStatus(trial, 1, 'createError', 'the death');
      if (subject.definition.editable)
        await persist(trial, 1, 'createError', () => integrations.update(ADMIN, 1, body));
      else {
        await persist(trial, 1, 'deleteError', () => integrations.remove(ADMIN, 1, sample.credentials));
        await assertStatus(trial, 1, 'deleted', 'deleting what was begun');
        await integrations.create(ADMIN, body);
      }
      await assertStatus(trial, subject.definition.editable ? 1 : 2, 'enabled', 'going on');
    },
    wanted: await snapshotAfter(subject, (trial) => setUp(trial, sample)),
  };
}

async function abandonedCreation(subject: PluginSubject, sample: ResolvedSample): Promise<Ordeal> {
  return {
    name: `setting up "${sample.name}", then deleted`,
    when: 'before',
    prepare: (trial) => ready(trial, sample),
    begin: ({ integrations }) => integrations.create(ADMIN, bodyOf(subject, sample)),
    async resume(trial) {
      if (sample.mode === 'manual') await removeByScript(trial, 1, sample);
      await persist(trial, 1, 'deleteError', () => trial.integrations.remove(ADMIN, 1, sample.credentials));
      await assertStatus(trial, 1, 'deleted', `deleting "${sample.name}"`);
    },
    wanted: await snapshotAfter(subject, async (trial) => prepare(trial.platform, subject, sample)),
  };
}

async function removal(subject: PluginSubject, sample: ResolvedSample): Promise<Ordeal> {
  return {
    name: `deleting "${sample.name}"`,
    when: 'after',
    async prepare(trial) {
      const id = await setUp(trial, sample);
      if (sample.mode === 'manual') await removeByScript(trial, id, sample);
    },
    begin: ({ integrations }) => integrations.remove(ADMIN, 1, sample.credentials),
    resume: (trial) => takeDown(trial, 1, sample),
    wanted: await snapshotAfter(subject, async (trial) => prepare(trial.platform, subject, sample)),
  };
}

async function change(subject: PluginSubject, { from, to }: ResolvedEdit): Promise<Ordeal> {
  const both = (trial: Trial): void => {
    for (const sample of [from, to]) prepare(trial.platform, subject, sample);
  };
  return {
    name: `editing to "${to.name}"`,
    when: 'after',
    async prepare(trial) {
      both(trial);
      await setUp(trial, from);
      if (to.mode === 'manual') await runScripts(trial, to, ['edit'], 1);
    },
    begin: ({ integrations }) => integrations.update(ADMIN, 1, bodyOf(subject, to)),
    async resume(trial) {
      prepare(trial.platform, subject, to);
      if (to.mode === 'manual') await runScripts(trial, to, ['edit'], 1);
      await persist(trial, 1, 'editError', () => trial.integrations.update(ADMIN, 1, bodyOf(subject, to)));
      await assertStatus(trial, 1, 'enabled', `editing to "${to.name}"`);
    },
    wanted: await snapshotAfter(subject, async (trial) => {
      both(trial);
      await setUp(trial, to);
    }),
  };
}
