import type { Client } from './generated/client/types.gen.ts';
import { getIntegration, getIntegrationStatus } from './generated/sdk.gen.ts';
import type { Integration, IntegrationStatus } from './generated/types.gen.ts';
import { isPortcullisError } from './portcullis-error.ts';

/** The integration to wait for, and the options of waiting. */
export interface WaitOptions {
  readonly client: Client;
  /** A number, or a text as in responses. */
  readonly id: number | string;
  /** @default 600_000, ten minutes */
  readonly timeoutMs?: number;
  /** The time between two requests, in milliseconds. @default 1000 */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
  /** Called with each changed status. */
  readonly onStatus?: (status: IntegrationStatus) => void;
}

/** An integration that ended in a permanent status other than enabled. */
export class IntegrationNotEnabledError extends Error {
  override readonly name = 'IntegrationNotEnabledError';
  readonly id: number;
  readonly status: IntegrationStatus;

  constructor(id: number, status: IntegrationStatus, why: string) {
    super(`Integration ${id} is ${status}: ${why}`);
    this.id = id;
    this.status = status;
  }
}

const UNDER_WAY: readonly IntegrationStatus[] = ['creating', 'editing', 'migrating'];

/** The reasons of ended integrations, of which the service returns only the status. */
const ENDED: Partial<Record<IntegrationStatus, string>> = {
  deleted: 'it was deleted.',
  disabled: 'it was deleted with forceDisable, and its objects are still on the platform.',
};

/**
 * Waits until an integration is enabled, even if the service is temporarily unavailable.
 *
 * @throws IntegrationNotEnabledError if it ended in another status: the failure is in the message.
 * @throws PortcullisError when the service refuses the call.
 * @throws the reason of the signal, or a `TimeoutError` after `timeoutMs`.
 */
export async function waitUntilEnabled(options: WaitOptions): Promise<Integration> {
  const { client, timeoutMs = 600_000, everyMs = 1000, onStatus } = options;
  const id = Number(options.id);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let seen: IntegrationStatus | undefined;
  /** Returns the integration once it is enabled. */
  const check = async (): Promise<Integration | undefined> => {
    const { status } = await getIntegrationStatus({ client, path: { id }, signal });
    if (status !== seen) onStatus?.(status);
    seen = status;
    if (status === 'enabled') return getIntegration({ client, path: { id }, signal });
    if (!UNDER_WAY.includes(status)) throw await notEnabled(client, id, status, signal);
    return undefined;
  };
  for (;;) {
    const integration = await unlessUnavailable(check(), signal);
    if (integration) return integration;
    await pause(everyMs, signal);
  }
}

/** Returns the result of calls, or undefined while the service does not respond. */
async function unlessUnavailable<Result>(calls: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  try {
    return await calls;
  } catch (error) {
    signal.throwIfAborted();
    if (isTemporary(error)) return undefined;
    throw error;
  }
}

/** The statuses with which a proxy answers while the service restarts. */
const GATEWAY_STATUSES: readonly unknown[] = [502, 503, 504];

function isTemporary(error: unknown): boolean {
  if (isPortcullisError(error, 'NOT_PORTCULLIS')) return GATEWAY_STATUSES.includes(error.status);
  return isPortcullisError(error, 'UNREACHABLE', 'TIMED_OUT', 'INSTANCE_CLOSED');
}

async function notEnabled(client: Client, id: number, status: IntegrationStatus, signal: AbortSignal) {
  const ended = ENDED[status];
  if (ended !== undefined) return new IntegrationNotEnabledError(id, status, ended);
  const { statusReason } = await getIntegration({ client, path: { id }, signal });
  return new IntegrationNotEnabledError(id, status, statusReason ?? 'the reason is unknown.');
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
