import type { FailureClass } from '@portcullis/plugin-api';
import type { RecordedStatement } from './recorded-statement.ts';

/** The fault of a statement. */
export type FaultEffect =
  /** The platform rejects it; nothing happens. */
  | { readonly fail: FailureClass; readonly code?: string; readonly message?: string }
  /** The connection breaks: the caller cannot know whether it took effect. */
  | { readonly loseReply: 'applied' | 'not-applied' }
  /** No response until the caller aborts. */
  | { readonly hang: 'applied' | 'not-applied' };

/** A planned fault. */
export interface Fault {
  /**
   * The statements: the n-th from now (1 is the next one), those that contain a text or match a pattern, or those
   * that a function selects.
   */
  readonly at: number | string | RegExp | ((statement: RecordedStatement) => boolean);
  /** The number of statements that it affects. @default 1 */
  readonly times?: number;
  readonly effect: FaultEffect;
}

/** The pending faults. */
export interface FaultList {
  /** @returns a function that removes the fault. */
  add(fault: Fault): () => void;
  /** Returns the fault of a statement, if there is one. */
  take(statement: RecordedStatement): FaultEffect | undefined;
}

interface WaitingFault {
  readonly matches: (statement: RecordedStatement) => boolean;
  readonly effect: FaultEffect;
  left: number;
}

/** Creates an empty list of faults. */
export function createFaultList(statementsSoFar: () => number): FaultList {
  const waiting = new Set<WaitingFault>();
  return {
    add({ at, times = 1, effect }) {
      const fault = { matches: matcherOf(at, statementsSoFar()), effect, left: times };
      waiting.add(fault);
      return () => waiting.delete(fault);
    },
    take(statement) {
      const fault = [...waiting].find((each) => each.matches(statement));
      if (!fault) return undefined;
      fault.left -= 1;
      if (fault.left === 0) waiting.delete(fault);
      return fault.effect;
    },
  };
}

function matcherOf(at: Fault['at'], soFar: number): WaitingFault['matches'] {
  if (typeof at === 'function') return at;
  if (typeof at === 'number') return ({ number }) => number === soFar + at;
  if (typeof at === 'string') return ({ text }) => text.includes(at);
  return ({ text }) => at.test(text);
}
