import type { AwsCredentials, HostCredentials } from './aws-calls.ts';

/**
 * Milliseconds before their expiry at which credentials are renewed. The AWS SDK requests others at the same time.
 * Source: @smithy/core, `EXPIRATION_MS`.
 */
const RENEWAL_MARGIN_MS = 300_000;

/**
 * Returns credentials that are renewed shortly before their expiry: a removal with many grants may take longer than the
 * session of a role.
 *
 * @param renew - requests new ones. Callers at the same moment share one request.
 */
export function renewedCredentials(first: AwsCredentials, renew: HostCredentials): HostCredentials {
  let current = first;
  let renewal: Promise<AwsCredentials> | undefined;
  return async () => {
    if (!expiresSoon(current)) return current;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    current = await renewal;
    return current;
  };
}

function expiresSoon({ expiration }: AwsCredentials): boolean {
  return expiration !== undefined && expiration.getTime() - Date.now() < RENEWAL_MARGIN_MS;
}
