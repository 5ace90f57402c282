import type { Portcullis } from '@portcullis/core';
import { prometheusText } from './prometheus-text.ts';

const LOOPBACK: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Returns the response to `GET /metrics`: metrics need no key, so only clients on the same machine get them.
 *
 * @param remoteAddress - of the client's connection.
 * @returns undefined for other clients, which get a 404.
 */
export async function readMetrics(
  { tenants }: Pick<Portcullis, 'tenants'>,
  remoteAddress: string | undefined,
): Promise<string | undefined> {
  return LOOPBACK.has(remoteAddress) ? prometheusText(await tenants.stats()) : undefined;
}
