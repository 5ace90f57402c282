import type { AttemptOutcome } from './attempt-outcome.ts';

/** The code that owners of webhooks see if a name has no public address. */
export const NO_PUBLIC_ADDRESS = 'NO_PUBLIC_ADDRESS';

/** Codes of a lookup that found no address. Source: c-ares and getaddrinfo, as `node:dns` names them. */
const NAME_UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Facts of a failed attempt, from an outcome or from a stored row. */
export interface AttemptFailure {
  readonly code: string | null;
  readonly phase: string | null;
}

/**
 * Returns true for a name that does not exist and for an address that the guard refuses. Responses treat the two alike, so that
 * an owner of webhooks cannot find out which names exist in the network of the host.
 */
export function hasNoPublicAddress({ code, phase }: AttemptFailure): boolean {
  return code === 'GUARD_BLOCKED' || phase === 'guard' || (phase === 'dns' && NAME_UNKNOWN.has(code ?? ''));
}

/** Returns whether an attempt failed because its host has no public address. */
export function endedWithoutPublicAddress(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'failure' && hasNoPublicAddress(outcome);
}
