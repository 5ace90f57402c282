import type { FailureClass } from '@portcullis/plugin-api';
import type { RecordedStatement } from './recorded-statement.ts';

/** The fault of a statement. */
export type FaultEffect =
  /** The platform refuses it; nothing happens. */
  | { readonly fail: FailureClass; readonly code?: string; readonly message?: string }
  /** The connection breaks: the caller does not learn whether it took effect. */
  | { readonly loseReply: 'applied' | 'not-applied' }
  /** No answer until the caller gives up. */
  | { readonly hang: 'applied' | 'not-applied' };

/** Something that is to go wrong. */
export interface Fault {
  /** The statement: the n-th from now on (1 is the next one), those that contain a text, that match, or that are chosen. */
  readonly at: number | string | RegExp | ((statement: RecordedStatement) => boolean);
  /** The number of times that it strikes. @default 1 */
  readonly times?: number;
  readonly effect: FaultEffect;
}

/** The faults that wait for their statement. */
export interface FaultList {
  /** @returns a function that takes the fault back. */
  add(fault: Fault): () => void;
  /** The fault that strikes a statement now, if there is one. */
  take(statement: RecordedStatement): FaultEffect | undefined;
}

interface WaitingFault {
  readonly matches: (statement: RecordedStatement) => boolean;
  readonly effect: FaultEffect;
  left: number;
}

/** Makes an empty list of faults. */
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
