import { quoteIdentifier } from './quote-identifier.ts';

const SWITCH = /^USE (ROLE|WAREHOUSE) ("(?:[^"]|"")+")$/;

/** Returns the statement that makes a role the acting one. Source: "USE ROLE". */
export function useRole(role: string): string {
  return `USE ROLE ${quoteIdentifier([role])}`;
}

/**
 * Returns the role or warehouse to which a statement switches, if any. The REST interface has no session, so each
 * request must contain it.
 */
export function readSwitch(text: string): { readonly kind: 'role' | 'warehouse'; readonly name: string } | undefined {
  const [, word, identifier] = SWITCH.exec(text) ?? [];
  if (word === undefined || identifier === undefined) return undefined;
  return { kind: word === 'ROLE' ? 'role' : 'warehouse', name: identifier.slice(1, -1).replaceAll('""', '"') };
}
