import { channel } from 'node:diagnostics_channel';

/**
 * The name of a channel of `node:diagnostics_channel` that says when a limit of a tenant is reached: {@link TenantLimitMessage}.
 * The name and the fields are part of the interface.
 */
export const TENANT_LIMIT_CHANNEL = 'portcullis.tenant.limit';

/** A message of {@link TENANT_LIMIT_CHANNEL}. */
export interface TenantLimitMessage {
  readonly tenant?: string;
  /** The name of the limit, as in the option `tenants.limits`. */
  readonly limit: string;
  readonly value: number;
}

const limits = channel(TENANT_LIMIT_CHANNEL);

/** Tells the subscribers of the channel, if there are any. */
export function publishLimit(message: TenantLimitMessage): void {
  if (limits.hasSubscribers) limits.publish(message);
}
