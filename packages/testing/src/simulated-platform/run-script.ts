import { type AnyPluginDefinition, definitionOf, type Plugin } from '@portcullis/plugin-api';
import { applyEffect, chooseEffect } from './apply-effect.ts';
import { whereaboutsOf } from './described-object.ts';
import { type PlatformState, stateOf } from './platform-state.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { fillSlots, readSlots } from './step-text.ts';
import type { Effect } from './vocabulary.ts';

/** A script in a person's hands. */
export interface ScriptRun {
  readonly plugin: Plugin;
  /** The config that the script was made for: it says where to run it. */
  readonly config: object;
  readonly script: string;
  /** What the person writes in place of the slots. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/**
 * Runs a script as a person does: every known statement that begins a line, in order; what is commented out does not run.
 * Where the plugin's dialect writes guards they are taken to work: what exists is not created again, and what is not ours is
 * neither altered nor dropped.
 *
 * @throws SimulatedFailure at the first statement that the platform refuses.
 */
export function runScript(platform: SimulatedPlatform, { plugin, config, script, secrets = {} }: ScriptRun): void {
  const state = stateOf(platform);
  const definition = definitionOf(plugin);
  const { server, identity } = whereaboutsOf(definition, config, state.aliases);
  for (const text of statementsIn(script, state.vocabulary.textsOf(identity))) {
    const effect = chooseEffect(state.vocabulary.effectsOf(identity, text), state.catalogue);
    if (!effect || isGuarded(state, definition, effect)) continue;
    const { dialect } = definition;
    const revealed = dialect ? fillSlots(effect.step, secrets, dialect) : text;
    const number = state.statements.length + 1;
    state.statements.push({
      number,
      actor: 'person',
      stage: effect.object.stage,
      role: null,
      server,
      text,
      revealed,
      outcome: 'done',
    });
    applyEffect(effect, {
      catalogue: state.catalogue,
      secrets: readSlots(effect.step, revealed, dialect),
      isInUse: () => false,
    });
  }
}

/** The known statements of a script in order: the longest one that begins at each line. */
function statementsIn(script: string, known: readonly string[]): readonly string[] {
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  const found: string[] = [];
  for (let at = 0; at >= 0 && at < script.length; ) {
    const text = longestFirst.find((each) => script.startsWith(each, at));
    if (text) found.push(text);
    const next = script.indexOf('\n', at + (text?.length ?? 0));
    at = next < 0 ? -1 : next + 1;
  }
  return found;
}

/** Whether a guard keeps the statement from running. */
function isGuarded(
  { catalogue }: PlatformState,
  definition: AnyPluginDefinition,
  { action, index, object }: Effect,
): boolean {
  if (!definition.dialect?.renderSection) return false;
  const found = catalogue.get(object.address);
  if (action === 'create') return index === 0 ? found !== undefined : found?.complete !== false;
  return found?.mark !== object.mark && !(found?.shared ?? false);
}
