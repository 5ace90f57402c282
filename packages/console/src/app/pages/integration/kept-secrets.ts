import type { Integration } from '@portcullis/client';
import type { JsonSchema } from '../../form/json-schema.ts';

/**
 * Returns the hidden values that are kept if their field is empty. Those of the privileged account are not included: an
 * automatic set-up uses them once and does not keep them.
 */
export function keptSecrets(
  redacted: ReadonlySet<string>,
  { autoBootstrap }: Pick<Integration, 'autoBootstrap'>,
  credentials: JsonSchema | undefined,
): ReadonlySet<string> {
  if (!autoBootstrap || !credentials) return redacted;
  const once = new Set(namesOf(credentials));
  return new Set([...redacted].filter((path) => !once.has(path.split('.')[0] ?? '')));
}

function namesOf(schema: JsonSchema): readonly string[] {
  return [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  );
}
