import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { PortcullisOptions } from '../../options/portcullis-options.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';

/** The parts that a host may supply itself and that cannot be sent to a thread, because they are functions. */
export type HostPart = 'transport' | 'clock' | 'random' | 'traceContext';

type HostParts = Pick<PortcullisOptions, 'transport' | 'clock' | 'random'> & Pick<WebhookOptions, 'traceContext'>;

const PARTS = ['transport', 'clock', 'random', 'traceContext'] as const satisfies readonly HostPart[];

/** Returns the parts that a host has supplied itself. */
export function partsOf(parts: HostParts): readonly HostPart[] {
  return PARTS.filter((part) => parts[part] !== undefined);
}

/**
 * Refuses a thread without the parts that the instance supplies itself, because its deliveries would then differ from tests and
 * manual retries.
 *
 * @throws ServiceError `OPTIONS_INVALID`
 */
export function requireParts(needed: readonly HostPart[], supplied: HostParts): void {
  const missing = needed.filter((part) => supplied[part] === undefined);
  if (missing.length === 0) return;
  const message = `createPortcullis got a custom ${missing.join(' and a custom ')}. Functions cannot be passed to a thread: create the same in the thread's module and pass it to runDispatcher.`;
  throw new ServiceError('OPTIONS_INVALID', message, { details: { missing } });
}
