import type { Settings } from '../../options/settings.ts';
import type { TenantLimits } from '../../options/tenant-limits.ts';
import type { Wakeup } from '../../ports/job-queue.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import type { HostPart } from './host-parts.ts';
import type { ThreadWebhookOptions } from './thread-options.ts';

/** The data that a thread starts with. */
export interface ThreadInit {
  readonly instanceId: string;
  /** The id of this thread in leases. */
  readonly nodeId: string;
  /** The previous thread, which is dead: its leased deliveries are recovered immediately. */
  readonly predecessor: string | undefined;
  /** The id of the main thread in leases. */
  readonly hostNodeId: string;
  readonly webhooks: ThreadWebhookOptions;
  readonly settings: Partial<Settings>;
  /** The limits of each tenant. */
  readonly limits: TenantLimits;
  /** The parts that the instance has supplied itself, so that the thread must supply them too. */
  readonly parts: readonly HostPart[];
  /** The data that a thread needs to open the store. */
  readonly storePass: unknown;
}

/** A message from the main thread to the dispatcher's thread. */
export type ToThread =
  | { readonly kind: 'handle'; readonly call: number; readonly name: string; readonly key: string }
  | { readonly kind: 'cancel'; readonly call: number }
  | { readonly kind: 'gap' }
  | { readonly kind: 'recover' }
  | { readonly kind: 'count'; readonly call: number }
  | { readonly kind: 'drain'; readonly deadlineMs: number };

/** A message from the dispatcher's thread to the main thread; several are sent at once. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'listen'; readonly name: string }
  | { readonly kind: 'ignore'; readonly name: string }
  | { readonly kind: 'handled'; readonly call: number }
  | { readonly kind: 'wake'; readonly wakeup: Wakeup }
  | { readonly kind: 'counted'; readonly call: number; readonly inFlight: number }
  | { readonly kind: 'event'; readonly name: Parameters<DeliveryEventSink['emit']>[0]; readonly event: unknown }
  | {
      readonly kind: 'log';
      readonly level: keyof Logger;
      readonly message: string;
      readonly facts: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'drained' };

/** The name of {@link ThreadInit} in the `workerData` of the thread. */
export const THREAD_INIT = 'portcullisDispatcher';
