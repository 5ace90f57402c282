import {
  canonicalText,
  executableText,
  isSql,
  type ManagedObject,
  type Observation,
  type Step,
} from '@portcullis/plugin-api';
import type { RedshiftSession } from '../../src/connection/redshift-session.ts';
import { markOf, type TestEnvironment } from './test-environment.ts';

const salt = new Uint8Array(16).fill(5);
const signal = new AbortController().signal;

/** Runs one step like the core, with its `succeedOn`. */
export async function runStep(
  { definition, secrets }: TestEnvironment,
  session: RedshiftSession,
  step: Step,
): Promise<void> {
  if (!('text' in step) || !isSql(step.text) || !definition.dialect) throw new Error('Only statements here.');
  const { dialect } = definition;
  const statement = step.text;
  const values = { secret: (name: string) => secrets[name] ?? '', fact: () => '', context: () => ({ salt }) };
  const text = canonicalText(statement, dialect);
  try {
    await session.run(
      { kind: 'statement', text, reveal: () => executableText(statement, dialect, values) },
      { signal },
    );
  } catch (error) {
    const found = definition.classifyError(error)?.class;
    if (found === undefined || !step.succeedOn?.includes(found)) throw error;
  }
}

/** Creates every object in order, on its stage and as its actor. */
export async function createAll(
  environment: TestEnvironment,
  objects: readonly ManagedObject[] = environment.objects,
): Promise<void> {
  for (const object of objects) {
    const session = await environment.connect(object.stage as 'initial', object.by === 'service' ? 'service' : 'setup');
    try {
      for (const step of object.create) await runStep(environment, session, step);
    } finally {
      await session.close();
    }
  }
}

/** Observes every object, stage by stage; objects in an absent container are absent. */
export async function observeAll(
  environment: TestEnvironment,
  actor: 'setup' | 'service' = 'setup',
): Promise<Record<string, Observation['state']>> {
  const states: Record<string, Observation['state']> = {};
  for (const observation of await observations(environment, actor)) states[observation.key] = observation.state;
  return states;
}

/** Returns the complete observations. */
export async function observations(
  environment: TestEnvironment,
  actor: 'setup' | 'service' = 'setup',
): Promise<readonly Observation[]> {
  const { definition, config, objects } = environment;
  const seen: Observation[] = [];
  for (const stage of ['initial', 'managed'] as const) {
    const batch = objects.filter((object) => object.stage === stage);
    if (seen.some(({ key, state }) => key === 'database' && state === 'absent')) {
      seen.push(...batch.map(({ key }) => ({ key, state: 'absent' as const })));
      continue;
    }
    const session = await environment.connect(stage, actor);
    const observed = batch.map(({ key, kind, name, scope, desired }) => ({
      key,
      kind,
      name,
      scope,
      desired: desired ?? {},
      mark: markOf(key),
    }));
    seen.push(...((await definition.observe?.(session, observed, { config, signal })) ?? []));
    await session.close();
  }
  return seen;
}
