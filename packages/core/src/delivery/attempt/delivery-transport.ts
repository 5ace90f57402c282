import {
  createUndiciTransport,
  type UndiciTransportOptions,
} from '../../adapters/undici-transport/create-undici-transport.ts';
import type { HttpTransport } from '../../ports/http-transport.ts';
import { type GuardTransportDependencies, guardTransport } from './guard-transport.ts';

/** Dependencies of {@link deliveryTransport}. */
export interface DeliveryTransportDependencies
  extends GuardTransportDependencies,
    Pick<UndiciTransportOptions, 'guard' | 'proxy'> {}

/** Returns the transport that sends deliveries: that of the host, without the effects of its defects, or one on undici. */
export function deliveryTransport(
  ofHost: HttpTransport | undefined,
  { clock, logger, guard, proxy }: DeliveryTransportDependencies,
): HttpTransport {
  return ofHost ? guardTransport(ofHost, { clock, logger }) : createUndiciTransport({ clock, guard, proxy });
}
