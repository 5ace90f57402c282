import type { Row } from '../connection/synapse-session.ts';

/**
 * Returns privileges in the form of desired values: sorted, with commas. The catalog pads some of its texts with
 * spaces.
 */
export function privilegeList(held: readonly Row[]): string {
  return [...new Set(held.map(({ privilege }) => String(privilege).trim()))].sort().join(', ');
}
