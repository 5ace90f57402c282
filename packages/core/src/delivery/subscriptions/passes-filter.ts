import type { DeliveryOptions } from './delivery-options.ts';

/** Returns whether metadata has all the values of a filter. An absent field has the value null. */
export function passesFilter(
  filter: NonNullable<DeliveryOptions['filter']>,
  metadata: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const value = Object.hasOwn(metadata, field) ? (metadata[field] ?? null) : null;
    return Array.isArray(wanted) ? wanted.some((each) => each === value) : wanted === value;
  });
}
