import assert from 'node:assert/strict';
import { addressOf, type CatalogueObject } from '../../simulated/platform/catalogue.ts';
import { hasObjects } from '../applies.ts';
import { ADMIN, createKitRun, type KitRun, withKitRun } from '../kit-run/create-kit-run.ts';
import { ignoreRefusal } from '../kit-run/ignore-refusal.ts';
import {
  isMadeByLibrary,
  isPrerequisite,
  objectsOf,
  plantPrerequisites,
  type SampleObject,
} from '../kit-run/sample-objects.ts';
import { bodyOf, prepareSetUp, removeByScript, runScripts, setUp } from '../kit-run/set-up.ts';
import { pluginCase } from '../plugin-case.ts';
import type { PluginSubject, ResolvedEdit, ResolvedSample } from '../plugin-subject.ts';
import { sweptOf } from '../swept.ts';

/** An operation that is killed, and the objects whose names another account takes. */
interface KilledOperation {
  readonly name: string;
  readonly objects: readonly SampleObject[];
  /** Brings a new kit run to the state in which the operation begins. */
  prepare(kitRun: KitRun): Promise<void>;
  begin(kitRun: KitRun): Promise<unknown>;
  /** The requests of an operator after the kill. */
  readonly requests: readonly Request[];
}

/** A request, and its name in a message. */
interface Request {
  readonly doing: string;
  send(kitRun: KitRun): Promise<unknown>;
}

/**
 * Kills the process at the statements of every operation, replaces a managed object by a foreign one, continues in
 * another process, and deletes the integration.
 */
export const FOREIGN_AFTER_KILL_CASE = pluginCase(
  'leaves-foreign-after-kill',
  async (subject) => {
    const operations = [
      ...subject.samples.flatMap((sample, index) => [
        { operation: creation(subject, sample), index },
        { operation: removal(subject, sample), index },
      ]),
      ...(subject.definition.editable ? subject.edits : []).map((edit, index) => ({
        operation: change(subject, edit),
        index,
      })),
    ];
    for (const { operation, index } of operations) await replaceEach(subject, operation, index);
  },
  hasObjects,
);

/**
 * Tries each statement with one object, and each object with one statement. A whole sweep of the first sample tries all
 * pairs.
 */
async function replaceEach(subject: PluginSubject, operation: KilledOperation, index: number): Promise<void> {
  const { total, names } = await runUndisturbed(subject, operation);
  const objects = operation.objects.map((object) => withName(object, names));
  const isWhole = index === 0 && subject.sweep !== 'sampled';
  // The first sample is swept like any other: its sampled sweep would take too long.
  const isSwept = sweptOf(subject, Math.max(index, 1));
  for (let number = 1; number <= total; number += 1) {
    for (const [position, object] of objects.entries()) {
      const isPaired = number % objects.length === position || position % total === number - 1;
      if (isWhole || (isPaired && isSwept(number + position)))
        await replaceAfterKill(subject, operation, number, object);
    }
  }
}

/**
 * Runs an operation without a kill. Returns its statements and the names of its objects, which may depend on their
 * marks.
 */
function runUndisturbed(
  subject: PluginSubject,
  operation: KilledOperation,
): Promise<{ readonly total: number; readonly names: ReadonlyMap<string, string> }> {
  return withKitRun(subject, async (kitRun) => {
    const names = new Map<string, string>();
    const note = async (): Promise<void> => {
      for (const { key, name } of await kitRun.store.find('managedObjects')) names.set(key, name);
    };
    await operation.prepare(kitRun);
    await note();
    const before = kitRun.platform.statements.length;
    await operation.begin(kitRun);
    await kitRun.integrations.whenIdle(1);
    await note();
    return { total: kitRun.platform.statements.length - before, names };
  });
}

function withName({ declared, described }: SampleObject, names: ReadonlyMap<string, string>): SampleObject {
  return { declared, described: { ...described, name: names.get(declared.key) ?? described.name } };
}

async function replaceAfterKill(
  subject: PluginSubject,
  operation: KilledOperation,
  number: number,
  object: SampleObject,
): Promise<void> {
  const victim = await createKitRun(subject);
  await operation.prepare(victim);
  const killed = victim.platform.killAt(number, 'after');
  await operation.begin(victim);
  await killed;
  const { platform } = victim;
  const planted = replace(victim, object);
  if (!planted) return;
  // A dead process does not close its instance: another one opens the same store.
  const next = await createKitRun(subject, victim);
  const { kind, name } = object.described;
  for (const { doing, send } of operation.requests) {
    await sendUntilDecided(next, send);
    assert.deepEqual(
      platform.objects.find(({ id }) => id === planted.id),
      planted,
      `A foreign ${kind} ${name} that took the name after the process was killed, after statement ${number} of ${operation.name}, is dropped or changed by ${doing}.`,
    );
  }
  await next.portcullis.close();
}

/** Replaces a managed object by a foreign one. Returns undefined if its container does not exist. */
function replace({ platform, subject }: KitRun, { declared, described }: SampleObject): CatalogueObject | undefined {
  const { server, place, kind, name, scope, values, container } = described;
  const around = platform.objects.find((each) => addressOf(each) === container);
  if (container !== null && !around) return undefined;
  platform.lose({ kind, name });
  // Dropped with a declared container, whose contents have a separate check.
  const isHeld = subject.definition.containers?.some(({ key }) => key === declared.within);
  return platform.plant({ server, place, kind, name, scope, values, ...(isHeld && around ? { within: around } : {}) });
}

/**
 * Sends a request, which may be refused. Sends it again after an administrator has decided that all unresolved objects are
 * foreign.
 */
async function sendUntilDecided(kitRun: KitRun, send: Request['send']): Promise<void> {
  const { integrations } = kitRun;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await ignoreRefusal(send(kitRun));
    const status = await integrations.whenIdle(1).catch(() => undefined);
    if (!status || status.status === 'deleted') return;
    const unresolved = await integrations.unresolvedObjects(ADMIN, 1);
    for (const { key } of unresolved) await integrations.decideOwnership(ADMIN, 1, { object: key, decision: 'leave' });
    if (unresolved.length === 0) return;
  }
}

/** Returns the objects of samples that the library creates, each name once. */
function madeByLibrary(subject: PluginSubject, samples: readonly ResolvedSample[]): readonly SampleObject[] {
  const objects = samples.flatMap((sample) =>
    objectsOf(subject, sample).filter((object) => !isPrerequisite(object) && isMadeByLibrary(object, sample)),
  );
  return [...new Map(objects.map((object) => [object.described.address, object])).values()];
}

function creation(subject: PluginSubject, sample: ResolvedSample): KilledOperation {
  const body = bodyOf(subject, sample);
  const { editable } = subject.definition;
  return {
    name: `setting up "${sample.name}"`,
    objects: madeByLibrary(subject, [sample]),
    async prepare(kitRun) {
      await prepareSetUp(kitRun, sample);
    },
    begin: ({ integrations }) => integrations.create(ADMIN, body),
    requests: [
      ...(editable ? [{ doing: 'PUT', send: ({ integrations }: KitRun) => integrations.update(ADMIN, 1, body) }] : []),
      removalOf(sample),
    ],
  };
}

function removal(subject: PluginSubject, sample: ResolvedSample): KilledOperation {
  return {
    name: `deleting "${sample.name}"`,
    objects: madeByLibrary(subject, [sample]),
    async prepare(kitRun) {
      const id = await setUp(kitRun, sample);
      if (sample.mode === 'manual') await removeByScript(kitRun, id, sample);
    },
    begin: ({ integrations }) => integrations.remove(ADMIN, 1, sample.credentials),
    requests: [removalOf(sample)],
  };
}

function change(subject: PluginSubject, { from, to }: ResolvedEdit): KilledOperation {
  const body = bodyOf(subject, to);
  return {
    name: `editing to "${to.name}"`,
    objects: madeByLibrary(subject, [from, to]),
    async prepare(kitRun) {
      for (const sample of [from, to]) plantPrerequisites(kitRun.platform, subject, sample);
      await setUp(kitRun, from);
      if (to.mode === 'manual') await runScripts(kitRun, to, ['edit'], 1);
    },
    begin: ({ integrations }) => integrations.update(ADMIN, 1, body),
    requests: [{ doing: 'PUT', send: ({ integrations }) => integrations.update(ADMIN, 1, body) }, removalOf(to)],
  };
}

/** Returns the removal, in manual mode after its script. A script that stops has changed nothing. */
function removalOf(sample: ResolvedSample): Request {
  return {
    doing: 'DELETE',
    async send(kitRun) {
      if (sample.mode === 'manual') await removeByScript(kitRun, 1, sample).catch(() => {});
      return kitRun.integrations.remove(ADMIN, 1, sample.credentials);
    },
  };
}
