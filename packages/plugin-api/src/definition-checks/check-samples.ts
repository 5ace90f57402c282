import type { z } from 'zod';
import { configFields } from '../config/schema-walk.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkFamilyReferences } from './check-family-references.ts';
import { checkFinish } from './check-finish.ts';
import { checkObjects } from './check-objects.ts';
import { type Issues, issue, issueIf } from './issues.ts';

/**
 * Checks that the config schema accepts each sample, that the sample can be stored, and that its objects are
 * consistent.
 */
export function checkSamples(definition: AnyPluginDefinition): Issues {
  const { samples } = definition;
  return [
    ...issueIf(
      samples.length === 0,
      'samples',
      'is empty.',
      'Add a complete, valid config for each authentication kind.',
    ),
    ...samples.flatMap((sample, index) => checkSample(definition, sample, `samples[${index}]`)),
    ...checkFamilyReferences(definition, validConfigs(definition)),
  ];
}

function validConfigs({ config, samples }: AnyPluginDefinition): readonly object[] {
  return samples.flatMap((sample) => (config as z.ZodType<object>).safeParse(sample).data ?? []);
}

function checkSample(definition: AnyPluginDefinition, sample: unknown, where: string): Issues {
  const { success, data, error } = (definition.config as z.ZodType<object>).safeParse(sample);
  if (!success) {
    const [first] = error.issues;
    const path = [where, ...(first?.path ?? [])].map(String).join('.');
    const problem = `is refused by the config schema: ${first?.message.replace(/\.$/, '')}.`;
    return issue(path, problem, 'Correct the sample or the schema.');
  }
  // Loaded here, because the import of this module of Node takes as long as that of our own code.
  const { isDeepStrictEqual } = process.getBuiltinModule('node:util');
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(data)), data)) {
    const fix = 'The config is stored as JSON: avoid dates, maps, bigints and undefined in the schema.';
    return issue(where, 'becomes a value that JSON cannot represent.', fix);
  }
  return [
    ...checkSecrets(definition, data, where),
    ...checkFinish(definition, data, where),
    ...checkObjects(definition, data, where),
  ];
}

function checkSecrets({ config }: AnyPluginDefinition, data: object, where: string): Issues {
  const secrets = configFields(config).filter(({ exposure }) => exposure === 'secret');
  return secrets.flatMap(({ path }) => {
    const value = valueAt(data, path.split('.'));
    const isText = value === undefined || value === null || typeof value === 'string';
    return issueIf(
      !isText,
      `${where}.${path}`,
      'becomes a secret that is not a string.',
      'Secrets are sealed as text.',
    );
  });
}

function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  return valueAt((value as Readonly<Record<string, unknown>>)[key], rest);
}
