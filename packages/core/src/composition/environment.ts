import type { HostPart } from '../delivery/thread/host-parts.ts';
import type { PortcullisOptions } from '../options/portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Logger } from '../ports/logger.ts';
import type { Random } from '../ports/random.ts';
import type { AddressGuard } from '../security/address-guard/address-guard.ts';

/** The host's options with a value for every port. */
export interface Environment extends PortcullisOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly queue: JobQueue;
  readonly transport: HttpTransport;
  /** The guard that checks addresses at registration and, in the default transport, at each connection. */
  readonly guard: AddressGuard;
  /** The parts that the host has supplied itself and that a thread needs as well. */
  readonly hostParts: readonly HostPart[];
  /** Read from the store when it is opened. */
  readonly instanceId: string;
  /** The id of this process in leases. */
  readonly nodeId: string;
}
