import { UsageError } from '../usage-error.ts';
import { isReference } from './references.ts';
import { ANY_MEMBER } from './secret-paths.ts';

/** Names of options with a secret. Options of plugins have no schema. */
const SECRET_NAME = /(password|passphrase|secret|token|credential|(private|access|api)_?key)s?$/i;

/** A file with a config, with references. */
interface RawFile {
  /** The path as given by the user, for messages. */
  readonly path: string;
  readonly rawConfig: unknown;
}

/** A value in a file. */
interface ValueAtPath {
  /** Its keys and indices, from the outside. */
  readonly steps: readonly string[];
  readonly value: unknown;
}

/**
 * Rejects secrets in clear text in a config.
 *
 * @param secrets - dot paths of the config. Lists are no part of a path.
 * @throws UsageError that names the path, and not the secret.
 */
export function rejectPlaintextSecrets({ path, rawConfig }: RawFile, secrets: ReadonlySet<string>): void {
  for (const secret of secrets) {
    for (const { steps, value } of valuesAt(rawConfig, secret.split('.'))) {
      const isEmpty = value === undefined || value === null || value === '';
      if (!isEmpty && !isReference(value)) throw plaintextSecretError(path, 'config', steps);
    }
  }
}

/**
 * Rejects secrets in clear text in the options of a plugin: text whose name is that of a secret, and addresses with a password.
 *
 * @throws UsageError that names the path, and not the secret.
 */
export function rejectPlaintextOptions(path: string, options: unknown): void {
  const found = leavesOf(options).find(isSecretOption);
  if (found) throw plaintextSecretError(path, 'pluginOptions', found.steps);
}

function isSecretOption({ steps, value }: ValueAtPath): boolean {
  if (typeof value !== 'string' || value === '' || isReference(value)) return false;
  // An option such as "token" can be the address that issues tokens.
  if (URL.canParse(value) && value.includes('://')) return new URL(value).password !== '';
  return steps.some((step) => SECRET_NAME.test(step));
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[], steps: readonly string[] = []): ValueAtPath[] {
  const path = step === undefined ? [] : [step, ...rest];
  if (Array.isArray(value)) return value.flatMap((item, index) => valuesAt(item, path, [...steps, String(index)]));
  if (step === undefined) return [{ steps, value }];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([key]) => step === ANY_MEMBER || key === step);
  return members.flatMap(([key, inner]) => valuesAt(inner, rest, [...steps, key]));
}

function leavesOf(value: unknown, steps: readonly string[] = []): readonly ValueAtPath[] {
  if (typeof value !== 'object' || value === null) return [{ steps, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...steps, key]));
}

function plaintextSecretError(file: string, member: 'config' | 'pluginOptions', steps: readonly string[]): UsageError {
  const variable = steps
    .join('_')
    .replaceAll(/\W/g, '_')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase();
  return new UsageError(
    `${file}: ${[member, ...steps].join('.')} is a secret and must not be in the file. Write \${env:${variable}} or \${file:path}, and rotate the secret, since the file may have been shared.`,
  );
}
