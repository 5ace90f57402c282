import { REDACTION_MARKER } from '@portcullis/plugin-api';

/** Replaces known secrets in external texts, such as a driver's message that quotes a statement or a password. */
export type Redact = (text: string) => string;

/** Secrets shorter than this are replaced only as separate words, because they could be parts of other words. */
const MIN_INSIDE_WORDS = 6;

/**
 * Creates a {@link Redact} for the secrets of one run. It recognises each of them verbatim, as a literal of the platform, inside
 * JSON, inside a URL and inside a form, because a driver may repeat it in any of these forms.
 *
 * @param quote - the quoting function of the platform. @default none
 */
export function createRedactor(
  secrets: Iterable<unknown>,
  quote: (secret: string) => string = (secret) => secret,
): Redact {
  const known = [...secrets].filter((value): value is string => typeof value === 'string' && value !== '');
  const forms = new Set(known.flatMap((secret) => formsOf(secret, quote)));
  if (forms.size === 0) return (text) => text;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'gu');
  return (text) => text.replaceAll(pattern, REDACTION_MARKER);
}

function formsOf(secret: string, quote: (secret: string) => string): readonly string[] {
  const literal = quote(secret);
  const inner = /^\w*(['"])(.*)\1$/s.exec(literal)?.[2] ?? literal;
  const url = /\p{Surrogate}/u.test(secret) ? secret : encodeURIComponent(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [secret, inner, JSON.stringify(secret).slice(1, -1), url, form].filter((each) => each !== '');
}

function patternOf(form: string): string {
  const literally = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return form.length < MIN_INSIDE_WORDS ? `(?<![\\p{L}\\p{N}])${literally}(?![\\p{L}\\p{N}])` : literally;
}
