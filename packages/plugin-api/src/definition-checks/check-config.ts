import { configFields, membersOf } from '../config/schema-walk.ts';
import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';

/** Words that give a secret away when a field of that name has no mark. */
const SECRET_WORDS = /(password|secret|token|privatekey|credential|passphrase)$/i;

/** Paths named elsewhere in the definition exist in the config, and nothing that sounds secret is unmarked. */
export function checkConfig(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  if (!membersOf(definition.config)) {
    return [
      {
        path: 'config',
        problem: 'is not an object schema.',
        fix: 'Use z.strictObject, or z.discriminatedUnion of strict objects.',
      },
    ];
  }
  const fields = configFields(definition.config);
  const known = new Set(
    fields.flatMap(({ path }) => path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'))),
  );
  const named: [string, string][] = [
    ...definition.immutable.map((path, index): [string, string] => [`immutable[${index}]`, path]),
    ...(definition.privileged ?? []).map((path, index): [string, string] => [`privileged[${index}]`, path]),
    ...Object.entries(definition.manualSecrets ?? {}).map(([slot, path]): [string, string] => [
      `manualSecrets.${slot}`,
      path as string,
    ]),
  ];
  const unknownPaths = named
    .filter(([, path]) => !known.has(path))
    .map(([where, path]) => ({
      path: where,
      problem: `"${path}" is not a path of the config.`,
      fix: `Use one of: ${[...known].join(', ')}.`,
    }));
  const unmarked = fields
    .filter(({ path, exposure }) => exposure === 'public' && SECRET_WORDS.test(path))
    .map(({ path }) => ({
      path: `config.${path}`,
      problem: 'sounds like a secret and has no mark.',
      fix: 'Wrap its schema in secret(), or in hidden() if it may be shown in scripts.',
    }));
  return [...unknownPaths, ...unmarked];
}
