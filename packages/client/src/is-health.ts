import type { Health } from './generated/types.gen.ts';

const STATUSES: readonly unknown[] = ['ok', 'closing', 'unavailable'] satisfies readonly Health['status'][];

/** Returns whether the body of a response is that of `GET /healthz`, which an unhealthy node sends with a 503. */
export function isHealth(body: unknown): body is Health {
  return typeof body === 'object' && body !== null && 'status' in body && STATUSES.includes(body.status);
}
