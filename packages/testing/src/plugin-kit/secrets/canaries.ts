import { configFields } from '@portcullis/plugin-api';
import { withValueAt } from '../hostile/string-paths.ts';
import { valueAt } from '../kit-run/set-up.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** A sample whose secrets are recognisable. */
export interface CanarySample {
  readonly sample: ResolvedSample;
  /** Texts that must not occur in any output. */
  readonly canaries: readonly string[];
}

/** Forms of canaries, from the hardest to escape to the one that every policy accepts. */
const CANARY_FORMS: readonly ((word: string) => string)[] = [
  (word) => `${word}'"\\%-9a`,
  (word) => `${word}%-9a`,
  (word) => word,
];

/** Minimum length of a piece of a secret; shorter pieces can occur by chance. */
const MIN_PIECE = 24;

/**
 * Replaces every secret field of a sample by a canary that its schema accepts. If it accepts none, because the value
 * has a special format, the canaries are its lines and the result of `secretsOf`.
 */
export function withCanaries(subject: PluginSubject, original: ResolvedSample): CanarySample {
  const { config: schema, credentials } = subject.definition;
  let sample = original;
  const canaries: string[] = [];
  for (const [index, { path, exposure }] of configFields(schema).entries()) {
    const value = valueAt(sample.config, path);
    if (exposure !== 'secret' || typeof value !== 'string') continue;
    const word = `Kanarie7Vogel${index}x`;
    const placed = CANARY_FORMS.map((form) => withValueAt(sample.config, path, form(word))).find(
      (config) => schema.safeParse(config).success,
    );
    if (!placed) {
      canaries.push(...piecesOf(value));
      continue;
    }
    canaries.push(word);
    const sent = sample.credentials;
    const isSent = sent !== undefined && valueAt(sent, path) === value;
    const replaced = isSent ? withValueAt(sent, path, valueAt(placed, path)) : sent;
    const isTaken = replaced === undefined || !credentials || credentials.safeParse(replaced).success;
    sample = { ...sample, config: placed, ...(replaced && isTaken ? { credentials: replaced } : {}) };
  }
  const parsed = schema.safeParse(sample.config).data as object | undefined;
  return { sample: { ...sample, parsed }, canaries: [...canaries, ...(subject.secretsOf?.(sample.config) ?? [])] };
}

/** Returns the lines of a secret with a special format, without its PEM header and footer. */
function piecesOf(secret: string): readonly string[] {
  const lines = secret.split(/\\n|\r?\n/).filter((line) => line.length >= MIN_PIECE && !line.includes('-----'));
  return lines.length > 0 ? lines : [secret];
}
