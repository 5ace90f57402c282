import type { Field, ValueField, Values } from './field.ts';

/** The text that the service shows instead of a secret, and accepts as "keep the stored one". */
export const REDACTED = '[REDACTED]';

/**
 * Returns the entries as the config that the service expects. Empty entries are left out, so that the service's own
 * defaults apply. A required text is sent even when it is empty, so that the service reports what is missing.
 *
 * @param stored - paths of secrets that the service keeps: when they are left empty, they are kept.
 */
export function configOf(fields: readonly Field[], values: Values, stored: ReadonlySet<string> = new Set()): object {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const name = field.path.slice(field.path.lastIndexOf('.') + 1);
    if (field.kind === 'group') {
      const isTouched = field.required || hasEntry(`${field.path}.`, values, stored);
      return isTouched ? [[name, configOf(field.fields, values, stored)]] : [];
    }
    const value = valueToSend(field, values[field.path], stored.has(field.path));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function valueToSend(field: ValueField, entered: string | boolean | undefined, isStored: boolean): unknown {
  if (field.kind === 'switch') return entered ?? (field.required ? false : undefined);
  if (field.kind === 'choice') return entered || (field.required ? field.options[0]?.value : undefined);
  if (entered === undefined || entered === '') return isStored ? REDACTED : field.required ? '' : undefined;
  if (field.kind === 'json') return parsed(String(entered));
  if (field.kind === 'text' && field.isNumber) return numberOf(String(entered));
  return entered;
}

/** True when a value below a path was entered, or is kept. */
function hasEntry(prefix: string, values: Values, stored: ReadonlySet<string>): boolean {
  const entered = Object.entries(values).some(([path, value]) => path.startsWith(prefix) && value !== '');
  return entered || [...stored].some((path) => path.startsWith(prefix));
}

/** A text that is not a number is sent unchanged: the service reports the problem at the field. */
function numberOf(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
