import { definePlugin } from '@portcullis/plugin-api';
import { clockAhead, openInstance, storeOf } from '../kill-matrix/open-instance.ts';
import { clearAndDelete, continueOperation } from './continue-integration.ts';
import { describeHarm } from './describe-harm.ts';
import type { Harness } from './harness.ts';
import { killOperation } from './kill-operation.ts';
import type { Run } from './plan-runs.ts';
import { describePlanted, type Planted, plantSelected } from './plant.ts';
import { watchedPlugin, watchedStore } from './watched-instance.ts';

/** The outcome of a run. */
export interface RunOutcome {
  /** Statements that had begun when the process was killed. */
  readonly statements: number;
  /** Late kills, which were repeated. */
  readonly misses: number;
  /** The created foreign objects. */
  readonly planted: readonly string[];
  /** Foreign objects that have changed. */
  readonly harmed: readonly string[];
  /** Other problems. */
  readonly failures: readonly string[];
  /** Events after the kill, in order. */
  readonly trace: readonly string[];
}

/** Longer than any lease. */
const AHEAD_MS = 120_000;

/** Kills an operation, plants foreign objects, continues, deletes, and compares the planted objects. */
export async function runOne(harness: Harness, run: Run): Promise<RunOutcome> {
  const [planted, trace, harmed, failures]: [Planted[], string[], string[], string[]] = [[], [], [], []];
  const outcome = { harmed, failures, trace };
  try {
    const { order, statements, misses } = await killOperation(harness, run);
    const { instance, plantNow, armPlan, whenPlanted } = watched(harness, run, planted, trace);
    if (run.moment === 'before the restart') await plantNow();
    trace.push('restarted');
    const portcullis = await openInstance(definePlugin(instance.plugin), instance.store(storeOf(order)), {
      clock: clockAhead(AHEAD_MS),
    });
    try {
      if (run.moment === 'before the request') await plantNow();
      if (run.moment === 'behind its plan') armPlan();
      const { integrations } = portcullis;
      const continued = { integrations, fixture: harness.fixture, trace: (line: string) => trace.push(line) };
      failures.push(...(await continueOperation(continued, run.operation)));
      await whenPlanted();
      harmed.push(...(await describeHarm(harness.server, planted)));
      if (failures.length + harmed.length === 0)
        failures.push(...(await clearAndDelete(harness.server, continued, planted)));
    } finally {
      await whenPlanted();
      await portcullis.close();
    }
    return { ...outcome, statements, misses, planted: planted.map(describePlanted) };
  } catch (error) {
    failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { ...outcome, statements: 0, misses: 0, planted: planted.map(describePlanted) };
  }
}

/** Watches an instance, plants objects at the moment of the run, and traces its actions. */
function watched({ server, targets, definition }: Harness, { selection }: Run, planted: Planted[], trace: string[]) {
  let isArmed = false;
  let planting: Promise<void> | undefined;
  const plantNow = async (): Promise<void> => {
    planted.push(...(await plantSelected(server, targets, selection)));
    trace.push(`planted: ${planted.map(describePlanted).join(', ') || 'nothing'}`);
  };
  const watcher = {
    onStored() {
      trace.push('an operation is stored');
      // The next contact with the platform waits for it.
      if (isArmed) planting ??= new Promise((resolve, reject) => plantNow().then(resolve, reject));
    },
    beforeContact: async () => planting,
    onStatement: (text: string) => void trace.push(`runs ${text}`),
  };
  return {
    instance: {
      plugin: watchedPlugin(definition, watcher),
      store: (store: Parameters<typeof watchedStore>[0]) => watchedStore(store, watcher),
    },
    plantNow,
    armPlan: () => {
      isArmed = true;
    },
    /** An operation without further contact does not wait, and the objects would appear in the next run. */
    whenPlanted: async () => planting,
  };
}
