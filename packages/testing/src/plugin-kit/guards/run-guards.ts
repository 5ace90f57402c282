import { type GuardPlatform, GuardState } from './guard-state.ts';
import type { ScriptWord } from './script-words.ts';
import { SectionReader } from './section-reader.ts';
import { createWordCursor } from './word-cursor.ts';

/** The statements of a section that run, and whether it stops. */
export interface GuardedRun {
  /** The numbers of the statements, in order. */
  readonly ran: readonly number[];
  readonly stopped: boolean;
}

/**
 * Runs the guards of a section. `platform` answers the queries; statements are recorded instead of run.
 *
 * @throws UnreadableSection for a section in a form that cannot be read.
 */
export function runGuards(words: readonly ScriptWord[], platform: GuardPlatform): GuardedRun {
  const state = new GuardState(platform);
  new SectionReader(createWordCursor(words), state).readAll();
  return { ran: state.ran, stopped: state.hasStopped };
}
