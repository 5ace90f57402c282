import { REDACTION_MARKER } from '@portcullis/plugin-api';

/** Replaces known secrets in texts that come from outside: a driver may quote a statement or a password in its message. */
export type Scrub = (text: string) => string;

/** Secrets shorter than this would turn ordinary words into markers; the schemas ask for longer ones. */
const SHORTEST = 6;

/** Makes a {@link Scrub} for the secrets of one run. */
export function createScrubber(secrets: Iterable<unknown>): Scrub {
  const values = [
    ...new Set([...secrets].filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST)),
  ];
  const longestFirst = values.sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, secret) => clean.replaceAll(secret, REDACTION_MARKER), text);
}
