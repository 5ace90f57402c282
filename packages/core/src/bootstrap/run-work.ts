import type { FailureClassification } from '@portcullis/plugin-api';
import { applyWork, runCompensation, type WorkEnvironment } from './apply-work.ts';
import { forgetObject, hasOtherOwners } from './ledger.ts';
import type { Work } from './work.ts';

/** What became of a list of work. */
export interface RunResult {
  readonly failure?: { readonly work: Work; readonly failure: FailureClassification };
  /** What the next reader should know: what was left alone, what could not be undone. */
  readonly notes: readonly string[];
  /** Objects whose undo failed: they are still on the platform and in the ledger. */
  readonly leftovers: readonly string[];
}

/** A piece of work that changed something, for the undo. */
export interface AppliedWork {
  readonly work: Work;
}

/**
 * Applies work in order. At the first failure it stops and undoes exactly what this run made, in reverse; what cannot be
 * undone stays in the ledger and is named.
 *
 * @param applied - collects what was changed, so that a later stage of the same operation can undo it too.
 */
export async function runWork(
  work: readonly Work[],
  environment: WorkEnvironment,
  applied: AppliedWork[] = [],
): Promise<RunResult> {
  const notes: string[] = [];
  for (const [index, each] of work.entries()) {
    environment.signal.throwIfAborted();
    const result = await applyWork(each, environment, index + 1);
    if (result.state !== 'untouched') applied.push({ work: each });
    else if (result.note) notes.push(result.note);
    if (result.failure) {
      const leftovers = await undo(applied, environment);
      return { failure: { work: each, failure: result.failure }, notes, leftovers };
    }
  }
  return { notes, leftovers: [] };
}

/** Applies drops: a failure does not stop the others, since nothing can be put back. */
export async function runDrops(work: readonly Work[], environment: WorkEnvironment): Promise<RunResult> {
  const notes: string[] = [];
  const leftovers: string[] = [];
  let first: RunResult['failure'];
  for (const each of work) {
    environment.signal.throwIfAborted();
    const result = await applyWork(each, environment, 0);
    if (result.state === 'untouched' && result.note) notes.push(result.note);
    if (result.failure) {
      first ??= { work: each, failure: result.failure };
      leftovers.push(`${each.object.kind} ${each.object.name}`);
    }
  }
  return { ...(first ? { failure: first } : {}), notes, leftovers };
}

/** Undoes applied work in reverse. Returns what is left on the platform. */
export async function undo(applied: readonly AppliedWork[], environment: WorkEnvironment): Promise<readonly string[]> {
  const leftovers: string[] = [];
  for (const { work } of [...applied].reverse()) {
    const failure = await undoOne(work, environment);
    if (failure) leftovers.push(`${work.object.kind} ${work.object.name} (${failure.message})`);
  }
  return leftovers;
}

async function undoOne(work: Work, environment: WorkEnvironment): Promise<FailureClassification | undefined> {
  const { store, owner } = environment;
  if (work.action === 'create') {
    const observation = await environment.observe(work.object).catch(() => undefined);
    if (observation?.state === 'foreign') return undefined;
    if (work.object.sharing === 'shared' && (await hasOtherOwners(store, owner, work.object))) return undefined;
    const failure =
      observation?.state === 'absent' ? undefined : await runCompensation(work, work.inverse, environment);
    if (!failure) await forgetObject(store, owner.integrationId, work.object.key);
    return failure;
  }
  return runCompensation(work, work.inverse, environment);
}
