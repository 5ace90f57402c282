import { configFields, definitionOf, secretSlotsOf } from '@portcullis/plugin-api';
import { whereaboutsOf } from '../../simulated/platform/described-object.ts';
import { stateOf } from '../../simulated/platform/platform-state.ts';
import type { RecordedStatement } from '../../simulated/platform/recorded-statement.ts';
import type { FramedStatement } from '../../simulated/platform/script-statements.ts';
import { hasScripts } from '../applies.ts';
import { withValueAt } from '../hostile/string-paths.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';
import type { KitRun } from './create-kit-run.ts';
import { configScripts } from './every-script.ts';
import { framedIn } from './framed-in.ts';
import { objectsOf, plantPrerequisites, type SampleObject } from './sample-objects.ts';
import { setUp, valueAt } from './set-up.ts';

/** The statements that create each object, by its key. */
type CreationTexts = ReadonlyMap<string, readonly string[]>;

/** Returns the statements that the library executes to set a sample up. */
export async function createdBySetUp(kitRun: KitRun, sample: ResolvedSample): Promise<CreationTexts> {
  await setUp(kitRun, sample);
  return byObject(kitRun, sample, kitRun.platform.statements);
}

/** Returns the statements in the create scripts of a sample. */
export async function createdByScript(kitRun: KitRun, sample: ResolvedSample): Promise<CreationTexts> {
  plantPrerequisites(kitRun.platform, kitRun.subject, sample);
  const scripts = await configScripts(kitRun, sample, ['initial-create', 'create']);
  return byObject(
    kitRun,
    sample,
    scripts.flatMap(({ script }) => framedIn(kitRun, sample, script)),
  );
}

/**
 * Returns the same config for manual mode, with the name of the account that automatic set-up creates. Undefined if
 * there are no scripts, or if the config cannot contain the name.
 */
export function withAccountOf(subject: PluginSubject, sample: ResolvedSample): ResolvedSample | undefined {
  if (hasScripts(subject) !== true) return undefined;
  const account = accountOf(objectsOf(subject, sample));
  const { definition } = subject;
  for (const { path } of configFields(definition.config)) {
    if (!account || typeof valueAt(sample.config, path) !== 'string') continue;
    const config = withValueAt(sample.config, path, account.declared.name);
    const { success, data } = definition.config.safeParse(config);
    const manual: ResolvedSample = { ...sample, mode: 'manual', config, parsed: success ? data : undefined };
    const isSameTarget = success && sameTarget(subject, sample, manual);
    if (isSameTarget && accountOf(objectsOf(subject, manual))?.declared.name === account.declared.name) return manual;
  }
  return undefined;
}

function accountOf(objects: readonly SampleObject[]): SampleObject | undefined {
  return objects.find(({ declared }) =>
    declared.create.some((step) => 'text' in step && secretSlotsOf(step.text).length > 0),
  );
}

function sameTarget({ definition }: PluginSubject, one: ResolvedSample, other: ResolvedSample): boolean {
  const identity = ({ parsed }: ResolvedSample) => JSON.stringify(definition.target(parsed)?.identity);
  return identity(one) === identity(other);
}

function byObject(
  { platform, plugin }: KitRun,
  sample: ResolvedSample,
  statements: readonly Pick<RecordedStatement | FramedStatement, 'text' | 'change'>[],
): CreationTexts {
  const state = stateOf(platform);
  const { identity } = whereaboutsOf(definitionOf(plugin), sample.parsed ?? sample.config, state.aliases);
  const makers = new Map<string, string[]>();
  for (const { text, change } of statements) {
    const effect = state.vocabulary
      .effectsOf(identity, text, change ?? undefined)
      .find(({ action }) => action === 'create');
    if (!effect) continue;
    const { address } = effect.object;
    makers.set(address, [...(makers.get(address) ?? []), text]);
  }
  return makers;
}
