import { ServiceError } from '../kernel/errors/service-error.ts';
import type { Replayed } from './idempotency.ts';

/** A stored response: the result of the work, or its refusal. */
export type KeptResponse = { readonly response: object } | { readonly refusal: KeptRefusal };

interface KeptRefusal {
  readonly code: ServiceError['code'];
  readonly message: string;
  readonly details?: ServiceError['extras']['details'];
  readonly validationResults?: unknown;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Codes of refusals that end with a change of the tenant: it is resumed, or a limit is raised. */
const OF_TENANTS: readonly ServiceError['code'][] = ['TENANT_LIMIT', 'TENANT_SUSPENDED', 'TENANT_UNKNOWN'];
/** Codes of refusals that end with another header: the repetition has the same key and the same body. */
const OF_HEADERS: readonly ServiceError['code'][] = ['PLAN_CHANGED'];

/** Returns the part of a refusal to store; undefined if a repetition may have another result. */
export function refusalToKeep(error: unknown): KeptResponse | undefined {
  if (!ServiceError.isInstance(error) || error.statusCode >= 500) return undefined;
  if (OF_TENANTS.includes(error.code) || OF_HEADERS.includes(error.code)) return undefined;
  const { retryAfterSeconds, details, validationResults, body } = error.extras;
  if (retryAfterSeconds !== undefined) return undefined;
  const more = { details, validationResults, body };
  const present = Object.entries(more).filter(([, value]) => value !== undefined);
  return { refusal: { code: error.code, message: error.message, ...Object.fromEntries(present) } };
}

/**
 * Returns a stored response, marked as replayed.
 *
 * @throws the ServiceError of the first request.
 */
export function replay<Result extends object>(kept: KeptResponse): Result & Replayed {
  if ('response' in kept) return { ...(kept.response as Result), replayed: true };
  const { code, message, ...extras } = kept.refusal;
  throw new ServiceError(code, message, { ...extras, replayed: true });
}
