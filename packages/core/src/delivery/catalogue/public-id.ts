import type { Random } from '../../ports/random.ts';

/**
 * Returns the id of an event that receivers see in `webhook-id`: unique, ascending in time, without dots. Source: Standard
 * Webhooks 1.0.0, "Webhook headers".
 *
 * @param now - milliseconds since 1970.
 */
export function publicId(now: number, random: Random): string {
  const time = Math.max(0, now).toString(36).padStart(9, '0');
  return `msg_${time}${Buffer.from(random.bytes(10)).toString('hex')}`;
}
