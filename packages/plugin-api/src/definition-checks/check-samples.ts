import type { z } from 'zod';
import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkObjects } from './check-objects.ts';

/** Each sample is accepted by the config schema, and the objects made from it hold together. */
export function checkSamples(definition: AnyPluginDefinition): readonly DefinitionIssue[] {
  if (!Array.isArray(definition.samples) || definition.samples.length === 0) {
    return [
      { path: 'samples', problem: 'is empty.', fix: 'Add a complete, valid config for each authentication kind.' },
    ];
  }
  return definition.samples.flatMap((sample, index): readonly DefinitionIssue[] => {
    const parsed = (definition.config as z.ZodType<object>).safeParse(sample);
    if (!parsed.success) {
      const first = parsed.error.issues[0];
      return [
        {
          path: `samples[${index}].${first?.path.join('.') ?? ''}`,
          problem: `is refused by the config schema: ${first?.message}.`,
          fix: 'Mend the sample or the schema.',
        },
      ];
    }
    return checkObjects(definition, parsed.data, `objects(samples[${index}])`);
  });
}
