import type { Actor } from '@portcullis/plugin-api';
import type { Catalogue } from './catalogue.ts';
import type { Effect } from './effect-index.ts';
import type { FaultList } from './faults.ts';
import type { RecordedStatement } from './recorded-statement.ts';
import type { WrittenSection } from './script-statements.ts';
import type { ConnectionRefusal, SimulatedPlatform, StatementListener } from './simulated-platform.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A session that is open on a simulated platform. */
export interface OpenSession {
  readonly server: string;
  readonly identity: string;
  readonly stage: string;
  readonly actor: Actor;
}

/** A refusal, and its number of connections. */
interface WaitingRefusal extends Omit<ConnectionRefusal, 'times'> {
  left: number;
}

/** The state of a simulated platform. Sessions work on it; hosts and tests see {@link SimulatedPlatform}. */
export interface PlatformState {
  readonly catalogue: Catalogue;
  readonly vocabulary: Vocabulary;
  readonly faults: FaultList;
  readonly statements: RecordedStatement[];
  readonly sessions: Set<OpenSession>;
  readonly listeners: Set<StatementListener>;
  readonly refusals: Set<WaitingRefusal>;
  readonly responses: Map<string, unknown>;
  readonly hidden: Set<string>;
  readonly aliases: Map<string, string>;
  /** Role switches that a plugin's dialect has written, by their text. */
  readonly roles: Map<string, string>;
  /** Script sections that a plugin's dialect has written. */
  readonly sections: WrittenSection[];
  /** The step that ran last, by target and change. */
  readonly previous: Map<string, Effect>;
  opened: number;
}

const STATES = new WeakMap<SimulatedPlatform, PlatformState>();

/** Separates the internals of a platform from its public interface. */
export function keepState(platform: SimulatedPlatform, state: PlatformState): void {
  STATES.set(platform, state);
}

/** @throws TypeError for a value that `createSimulatedPlatform` did not create. */
export function stateOf(platform: SimulatedPlatform): PlatformState {
  const state = STATES.get(platform);
  if (!state) throw new TypeError('This is not a platform made by createSimulatedPlatform().');
  return state;
}
