import type { Command } from '../command/command.ts';
import type { FactSlot, SecretSlot } from './slots.ts';

declare const sqlBrand: unique symbol;

/** A value that `literal()` can quote. */
export type LiteralValue = string | number | bigint | boolean | null;

/** One part of a statement. Text comes from the template itself; each other kind of part has a function. */
export type SqlPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'identifier'; readonly path: readonly string[] }
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'slot'; readonly slot: SecretSlot | FactSlot }
  /** A command without slots, printed by the dialect. */
  | { readonly kind: 'command'; readonly command: Command };

/**
 * A statement, or a part of one, before a dialect renders it.
 *
 * Made only by the `sql` template. It is opaque on purpose: a bare string is a type error wherever SQL is expected, so a
 * name from a config can only get into a statement through `ident()` and a value only through `literal()`.
 */
export interface Sql {
  readonly [sqlBrand]: true;
  readonly parts: readonly SqlPart[];
}

const MARKER = Symbol.for('portcullis.sql');

/** Creates a fragment from parts. Internal to the template functions. */
export function fragmentOf(parts: readonly SqlPart[]): Sql {
  // Parts of inner fragments are already frozen, and a script consists of thousands of them.
  for (const part of parts) if (!Object.isFrozen(part)) Object.freeze(part);
  return Object.freeze({ parts: Object.freeze(parts), [MARKER]: true }) as unknown as Sql;
}

/**
 * Returns whether `value` was made by the `sql` template or one of its functions, in this or another copy of the
 * package.
 */
export function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && MARKER in value;
}
