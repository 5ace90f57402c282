import { type Command, isCommand, type SlotFragment } from '../command/command.ts';
import { dedent } from './dedent.ts';
import { fragmentOf, isSql, type LiteralValue, type Sql, type SqlPart } from './fragment.ts';
import { type FactSlot, type SecretSlot, SLOT_NAME, SLOT_TEXT } from './slots.ts';
import { checkName, checkText, unsafe } from './text-rules.ts';

/**
 * Writes a statement. An interpolation must be {@link Sql}, the result of `ident()`, `literal()`, `secretSlot()`,
 * `factSlot()`, `keyword()`, `join()` or another `sql` template, or a `command()` without slots, which the dialect
 * prints. The indentation of the surrounding code is removed, and so are a line break at the start and a blank last
 * line.
 *
 * @example
 * ```ts
 * sql`GRANT USAGE ON SCHEMA ${ident(config.schema)} TO ${ident(role)}`;
 * ```
 * @throws PortcullisError `SQL_UNSAFE` for other values from JavaScript, for a call as a function with text made at
 * run time, and for a handwritten slot, which would be sent literally.
 */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Command)[]): Sql {
  const parts: SqlPart[] = [];
  textsOf(strings).forEach((text, index) => {
    if (text !== '') parts.push({ kind: 'text', text });
    if (index >= values.length) return;
    const value = values[index];
    if (isCommand(value)) {
      parts.push(commandPart(value));
      return;
    }
    if (!isSql(value)) throw unsafe(`The interpolation after "${text.slice(-40)}" is ${describe(value)}, not SQL.`);
    parts.push(...value.parts);
  });
  return fragmentOf(parts);
}

/** The command is quoted as a whole, so a slot in it could not be filled in the form of the dialect. */
function commandPart(command: Command): SqlPart {
  if (command.arguments.flat().some((piece) => typeof piece !== 'string')) {
    throw unsafe('A command inside other text must not have slots: make it a step of its own.');
  }
  return { kind: 'command', command };
}

/** A template is the same object each time its code runs, so its texts are read once. */
const texts = new WeakMap<TemplateStringsArray, readonly string[]>();

function textsOf(strings: TemplateStringsArray): readonly string[] {
  const known = texts.get(strings);
  if (known) return known;
  if (!isTemplate(strings)) throw unsafe('sql is a template tag: it does not take text that was made at run time.');
  const read = dedent(strings);
  const slot = read.map((text) => SLOT_TEXT.exec(text)?.[0]).find((each) => each !== undefined);
  if (slot) throw unsafe(`The slot ${slot} is written into the text: write \${secretSlot(…)} or \${factSlot(…)}.`);
  texts.set(strings, read);
  return read;
}

/**
 * A name, quoted by the dialect. Several arguments make a qualified name: `ident('db', 'schema')` is `"db"."schema"`.
 *
 * @throws PortcullisError `SQL_UNSAFE` for an empty name, and for one with a NUL character or a lone surrogate,
 * which no platform can store.
 */
export function ident(...path: readonly [string, ...string[]]): Sql {
  if (path.length === 0) throw unsafe('An identifier needs at least one name.');
  for (const name of path) checkName(name, 'An identifier');
  return fragmentOf([{ kind: 'identifier', path: Object.freeze([...path]) }]);
}

/**
 * A value, quoted by the dialect. Never for secrets: see {@link secretSlot}.
 *
 * @throws PortcullisError `SQL_UNSAFE` for a value that is not a {@link LiteralValue}, for numbers that are not
 * finite, and for strings with a NUL character or a lone surrogate.
 */
export function literal(value: LiteralValue): Sql {
  if (value !== null && !['string', 'number', 'bigint', 'boolean'].includes(typeof value)) {
    throw unsafe(`A literal must be a scalar, not ${describe(value)}.`);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw unsafe('A number literal must be finite.');
  if (typeof value === 'string') checkText(value, 'A string literal');
  return fragmentOf([{ kind: 'literal', value }]);
}

/**
 * The placeholder of a secret: shown as `{{name}}` everywhere, filled only at execution.
 *
 * @example
 * ```ts
 * sql`CREATE USER ${ident(user)} PASSWORD ${secretSlot('servicePassword')}`;
 * ```
 * @throws PortcullisError `SQL_UNSAFE` for a name that is not camelCase.
 */
export function secretSlot(name: string, options: Pick<SecretSlot, 'encode'> = {}): Sql & SlotFragment {
  const encode = options.encode ? { encode: options.encode } : {};
  return slotFragment({ kind: 'secret', name: slotName(name), ...encode });
}

/**
 * The placeholder of a fact from `discover`; in a script, where it is unknown, the administrator fills in `{{name}}`.
 *
 * @throws PortcullisError `SQL_UNSAFE` for a name that is not camelCase.
 */
export function factSlot(name: string, as: 'identifier' | 'literal'): Sql & SlotFragment {
  return slotFragment({ kind: 'fact', name: slotName(name), as });
}

function slotFragment(slot: SecretSlot | FactSlot): Sql & SlotFragment {
  return fragmentOf([{ kind: 'slot', slot: Object.freeze(slot) }]) as Sql & SlotFragment;
}

/**
 * A word of the language that depends on the config, from a closed list.
 *
 * @example
 * ```ts
 * sql`ALTER USER ${ident(user)} ${keyword(config.login ? 'LOGIN' : 'NOLOGIN', ['LOGIN', 'NOLOGIN'])}`;
 * ```
 *
 * @throws PortcullisError `SQL_UNSAFE` if the word is not in the list, or contains anything other than words.
 */
export function keyword<const Word extends string>(word: Word, allowed: readonly Word[]): Sql {
  if (!allowed.includes(word) || !/^[A-Za-z_]+( [A-Za-z_]+)*$/.test(word)) {
    throw unsafe(`"${word}" is not one of the keywords ${allowed.join(', ')}.`);
  }
  return fragmentOf([{ kind: 'text', text: word }]);
}

/**
 * Joins fragments.
 *
 * @example
 * ```ts
 * sql`(${join(columns.map((name) => ident(name)), sql`, `)})`;
 * ```
 * @throws PortcullisError `SQL_UNSAFE` if JavaScript passes values other than fragments.
 */
export function join(fragments: readonly Sql[], separator: Sql): Sql {
  const foreign = [separator, ...fragments].filter((each) => !isSql(each));
  if (foreign.length > 0) throw unsafe(`join() takes SQL only, not ${describe(foreign[0])}.`);
  return fragmentOf(
    fragments.flatMap((fragment, index) => (index === 0 ? fragment.parts : [...separator.parts, ...fragment.parts])),
  );
}

/**
 * Returns whether the strings come from a template literal, whose text is in the source. An invalid escape makes one
 * undefined.
 */
function isTemplate(strings: TemplateStringsArray): boolean {
  return (
    Array.isArray(strings) &&
    Object.isFrozen(strings) &&
    Object.isFrozen(strings.raw) &&
    strings.every((text) => typeof text === 'string')
  );
}

function slotName(name: string): string {
  if (!SLOT_NAME.test(name)) throw unsafe(`The slot name "${name}" must be camelCase letters and digits.`);
  return name;
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array (use join)' : `a ${typeof value}`;
}
