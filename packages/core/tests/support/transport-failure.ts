import type { TransportOutcome } from '../../src/ports/http-transport.ts';

type Failure = Extract<TransportOutcome, { kind: 'failure' }>;

/** Returns the outcome of a request that failed within a millisecond. */
export function transportFailure(code: Failure['code'], phase: Failure['phase']): Failure {
  return { kind: 'failure', code, phase, connect: phase === 'connect', timing: { totalMs: 1 } };
}
