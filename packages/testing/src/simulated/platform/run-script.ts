import { type AnyPluginDefinition, definitionOf, type FailureClass, type Plugin } from '@portcullis/plugin-api';
import { applyEffect, chooseEffect, findObject } from './apply-effect.ts';
import { whereaboutsOf } from './described-object.ts';
import type { Effect } from './effect-index.ts';
import { foreignContentsOf } from './list-contents.ts';
import { type PlatformState, stateOf } from './platform-state.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import { type FramedStatement, framedStatements } from './script-statements.ts';
import { SimulatedFailure } from './simulated-failure.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { fillSlots, readSlots } from './step-text.ts';

/** A script that an administrator runs. */
export interface ScriptRun {
  readonly plugin: Plugin;
  /** The config that the script was made for: it determines where the script runs. */
  readonly config: object;
  readonly script: string;
  /** The values that the administrator fills into the slots. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** True when the administrator also runs commented-out statements about our objects after a check. @default false */
  readonly decides?: boolean;
}

/** A statement of a script that the platform rejected, after which the administrator continued. */
export interface RefusedStatement {
  readonly text: string;
  /** The physical name of its object. */
  readonly name: string;
  readonly failureClass: FailureClass;
}

/**
 * Failures that mean that the desired state exists already. An administrator continues after them, as scripts without
 * guards instruct.
 */
const FULFILLED = { create: 'already-exists', alter: undefined, drop: 'not-found' } as const;

/**
 * Runs a script as an administrator does. Its text is not parsed: the platform runs the canonical statements in the
 * script, in the order of its sections, except commented-out ones. A guard applies to a statement if its query is in
 * the same section. It is assumed to be correct: an existing object is not created again, and a foreign object is
 * neither altered nor dropped. Only a real platform can check the syntax of the surrounding script.
 *
 * @returns the statements that were rejected because the desired state was already reached. The administrator
 * continues after them.
 * @throws SimulatedFailure at the first statement that the platform rejects for another reason.
 */
export function runScript(
  platform: SimulatedPlatform,
  { plugin, config, script, secrets = {}, decides = false }: ScriptRun,
): readonly RefusedStatement[] {
  const state = stateOf(platform);
  const definition = definitionOf(plugin);
  const { server, identity } = whereaboutsOf(definition, config, state.aliases);
  const refused: RefusedStatement[] = [];
  const known = state.vocabulary.textsOf(identity);
  let previous: Effect | undefined;
  for (const framed of framedStatements(script, { written: state.sections, known, decides })) {
    if (state.vocabulary.finishes(identity, framed.text)) {
      record(state, { server, stage: '', text: framed.text, revealed: framed.text }, 'done');
      continue;
    }
    const effects = state.vocabulary.effectsOf(identity, framed.text, framed.change);
    const effect = chooseEffect(effects, state.catalogue, previous);
    if (!effect || isKept(state, definition, framed, effect)) continue;
    if (effect.action === 'drop' && !findObject(state.catalogue, effect) && isCommon(state, identity, framed)) continue;
    previous = effect;
    const failure = execute(state, definition, { server, text: framed.text, effect, secrets });
    if (!failure) continue;
    if (failure.failureClass !== FULFILLED[effect.action]) throw failure;
    refused.push({ text: framed.text, name: effect.object.name, failureClass: failure.failureClass });
  }
  return refused;
}

/** Returns whether several objects have a step with this text: it belongs to none of them, so it needs no guard. */
function isCommon({ vocabulary }: PlatformState, identity: string, { text }: FramedStatement): boolean {
  return new Set(vocabulary.effectsOf(identity, text).map(({ object }) => object.address)).size > 1;
}

interface PersonsStatement {
  readonly server: string;
  readonly text: string;
  readonly effect: Effect;
  readonly secrets: Readonly<Record<string, string>>;
}

function execute(
  state: PlatformState,
  { dialect }: AnyPluginDefinition,
  { server, text, effect, secrets }: PersonsStatement,
): SimulatedFailure | undefined {
  const revealed = fillSlots(effect.step, secrets, dialect);
  const sent = { server, stage: effect.object.stage, text, revealed };
  try {
    const filled = readSlots(effect.step, revealed, dialect);
    applyEffect(effect, { catalogue: state.catalogue, secrets: filled, isInUse: () => false });
  } catch (error) {
    record(state, sent, 'failed');
    if (error instanceof SimulatedFailure) return error;
    throw error;
  }
  record(state, sent, 'done');
  return undefined;
}

function record(
  { statements }: PlatformState,
  sent: Pick<RecordedStatement, 'server' | 'stage' | 'text' | 'revealed'>,
  outcome: 'done' | 'failed',
): void {
  statements.push({
    ...sent,
    number: statements.length + 1,
    actor: 'administrator',
    role: null,
    change: null,
    outcome,
  });
}

/** Returns whether a guard prevents the statement from running. */
function isKept(
  { catalogue }: PlatformState,
  definition: AnyPluginDefinition,
  { guarded, looksInside = false }: FramedStatement,
  effect: Effect,
): boolean {
  const { action, index, making, object } = effect;
  // A statement outside any section belongs to a hand-written script.
  if (!(guarded ?? definition.dialect?.renderSection !== undefined)) return false;
  const found = findObject(catalogue, effect);
  if (action === 'drop' && looksInside && found && foreignContentsOf(catalogue, found, definition).length > 0)
    return true;
  if (action === 'create') return index <= making ? found !== undefined : found?.complete !== false;
  return found?.mark !== object.mark && !(found?.shared ?? false);
}
