import type { DeliveryOptions } from './delivery-options.ts';

/** Returns whether metadata has all the values of a filter. An absent field has the value null. */
export function passesFilter(
  filter: NonNullable<DeliveryOptions['filter']>,
  metadata: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, expected]) => {
    const value = Object.hasOwn(metadata, field) ? (metadata[field] ?? null) : null;
    return Array.isArray(expected) ? expected.some((option) => option === value) : expected === value;
  });
}
