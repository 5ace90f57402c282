import { configFields } from '@portcullis/plugin-api';
import { withValueAt } from '../hostile/string-paths.ts';
import { valueAt } from '../kit-run/set-up.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** A sample whose secrets are known by sight. */
export interface CanarySample {
  readonly sample: ResolvedSample;
  /** Texts that must be found nowhere. */
  readonly canaries: readonly string[];
}

/** From the one that hides best in quotes to the one that every policy takes. */
const CANARY_FORMS: readonly ((word: string) => string)[] = [
  (word) => `${word}'"\\%-9a`,
  (word) => `${word}%-9a`,
  (word) => word,
];

/** A piece of a secret that is shorter is found by chance. */
const MIN_PIECE = 24;

/**
 * Puts a canary into every secret field of a sample: one that its schema takes. Where it takes none, since the value has a form
 * of its own, its lines and what `secretsOf` says are the canaries.
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

/** The lines of a secret with a form of its own, its armour left out. */
function piecesOf(secret: string): readonly string[] {
  const lines = secret.split(/\\n|\r?\n/).filter((line) => line.length >= MIN_PIECE && !line.includes('-----'));
  return lines.length > 0 ? lines : [secret];
}
