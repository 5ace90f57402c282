import { PortcullisError } from '../errors/portcullis-error.ts';
import { dedent } from './dedent.ts';
import { fragmentOf, isSql, type LiteralValue, type Sql, type SqlPart } from './fragment.ts';
import { type SecretSlot, SLOT_NAME } from './slots.ts';

/**
 * Writes a statement. Interpolations must be {@link Sql}: what `ident()`, `literal()`, `secretSlot()`, `factSlot()`,
 * `keyword()`, `join()` or another `sql` template return.
 *
 * @example
 * ```ts
 * sql`GRANT USAGE ON SCHEMA ${ident(config.schema)} TO ${ident(role)}`;
 * ```
 * @throws PortcullisError `SQL_UNSAFE` when JavaScript passes something else in.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly Sql[]): Sql {
  const parts: SqlPart[] = [];
  dedent(strings).forEach((text, index) => {
    if (text !== '') parts.push({ kind: 'text', text });
    if (index >= values.length) return;
    const value = values[index];
    if (!isSql(value)) throw unsafe(`The interpolation after "${text.slice(-40)}" is ${describe(value)}, not SQL.`);
    parts.push(...value.parts);
  });
  return fragmentOf(parts);
}

/**
 * A name, quoted by the dialect. Several arguments make a qualified name: `ident('db', 'schema')` is `"db"."schema"`.
 *
 * @throws PortcullisError `SQL_UNSAFE` for an empty name or one with a NUL character, which no platform can hold.
 */
export function ident(...path: readonly [string, ...string[]]): Sql {
  for (const name of path) {
    if (typeof name !== 'string' || name === '' || name.includes('\0')) {
      throw unsafe('An identifier must be a string that is not empty and has no NUL character.');
    }
  }
  return fragmentOf([{ kind: 'identifier', path }]);
}

/** A value, quoted by the dialect. Never for secrets: see {@link secretSlot}. */
export function literal(value: LiteralValue): Sql {
  if (typeof value === 'number' && !Number.isFinite(value)) throw unsafe('A number literal must be finite.');
  if (typeof value === 'string' && value.includes('\0'))
    throw unsafe('A string literal must not have a NUL character.');
  return fragmentOf([{ kind: 'literal', value }]);
}

/** The place of a secret: shown as `{{name}}` everywhere, filled at execution alone. */
export function secretSlot(name: string, options: Pick<SecretSlot, 'encode'> = {}): Sql {
  return fragmentOf([{ kind: 'slot', slot: { kind: 'secret', name: slotName(name), ...options } }]);
}

/** The place of a fact found out by `discover`; in a script, where it is not known, a person fills in `{{name}}`. */
export function factSlot(name: string, as: 'identifier' | 'literal'): Sql {
  return fragmentOf([{ kind: 'slot', slot: { kind: 'fact', name: slotName(name), as } }]);
}

/**
 * A word of the language that depends on the config, from a closed list: `keyword(mode, ['SELECT', 'INSERT'])`.
 *
 * @throws PortcullisError `SQL_UNSAFE` when the word is not in the list or is more than words.
 */
export function keyword<const Word extends string>(word: Word, allowed: readonly Word[]): Sql {
  if (!allowed.includes(word) || !/^[A-Za-z_]+( [A-Za-z_]+)*$/.test(word)) {
    throw unsafe(`"${word}" is not one of the keywords ${allowed.join(', ')}.`);
  }
  return fragmentOf([{ kind: 'text', text: word }]);
}

/** Joins fragments: `join(columns.map((name) => ident(name)), sql`, `)`. */
export function join(fragments: readonly Sql[], separator: Sql): Sql {
  return fragmentOf(
    fragments.flatMap((each, index) => (index === 0 ? each.parts : [...separator.parts, ...each.parts])),
  );
}

function slotName(name: string): string {
  if (!SLOT_NAME.test(name)) throw unsafe(`The slot name "${name}" must be camelCase letters and digits.`);
  return name;
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array (use join)' : `a ${typeof value}`;
}

function unsafe(message: string): PortcullisError {
  return new PortcullisError({
    code: 'SQL_UNSAFE',
    message,
    help: 'Wrap names in ident(), values in literal(), secrets in secretSlot().',
  });
}
