import type { ContenderOrder } from './contender.ts';
import { BODY_BYTES } from './deliveries.ts';

/** Bytes of a delivery's body in addition to its payload: the id and the name of its webhook. */
const ADDRESSED_BYTES = 40;

/** The notification kind of an endpoint. */
export function kindOf({ endpointsPerKind = 1 }: Pick<ContenderOrder, 'endpointsPerKind'>, endpoint: number): string {
  return `bench.${Math.floor(endpoint / endpointsPerKind)}`;
}

/** The notification kind of all endpoints, if there is one. */
export const SHARED_KIND = 'bench.all';

/** The content of a notification. Its size makes the body of its delivery about {@link BODY_BYTES} long. */
export function payloadOf(number: number) {
  const frame = { text: 'Measured.', metadata: { number, padding: '', notificationType: 'bench.100' } };
  const padding = 'x'.repeat(BODY_BYTES - ADDRESSED_BYTES - JSON.stringify(frame).length);
  return { text: 'Measured.', metadata: { number, padding } };
}
