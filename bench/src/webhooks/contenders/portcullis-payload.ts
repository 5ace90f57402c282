import { BODY_BYTES } from './deliveries.ts';

/** Bytes that a delivery's body has beyond its payload: the id and the name of its webhook. */
const ADDRESSED_BYTES = 40;

/** The notification kind of an endpoint. */
export function kindOf(endpoint: number): string {
  return `bench.${endpoint}`;
}

/** The notification kind of all endpoints, where there is one. */
export const SHARED_KIND = 'bench.all';

/** The content of a notification, sized so that the body of its delivery has about {@link BODY_BYTES}. */
export function payloadOf(number: number) {
  const frame = { text: 'Measured.', metadata: { number, padding: '', notificationType: 'bench.100' } };
  const padding = 'x'.repeat(BODY_BYTES - ADDRESSED_BYTES - JSON.stringify(frame).length);
  return { text: 'Measured.', metadata: { number, padding } };
}
