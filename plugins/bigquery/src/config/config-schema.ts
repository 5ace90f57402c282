import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { NAME_RULES, type NameRule } from '../names.ts';
import { keyProblem } from './service-account-key.ts';

/** Returns the strict schema of `config`. A function, because its creation takes longer than the import of the rest. */
export function configSchema() {
  return z
    .strictObject({
      role: nameSchema(NAME_RULES.role).meta({
        title: 'Role',
        description: "The id of the project's custom role for the service account. The set-up script creates the role.",
        examples: ['portcullis'],
      }),
      dataset: nameSchema(NAME_RULES.dataset).meta({
        title: 'Dataset',
        description: 'The dataset that the service creates, in which it creates and manages policy-enforced views.',
        examples: ['governance'],
      }),
      datasetSuffix: nameSchema(NAME_RULES.datasetSuffix).meta({
        title: 'Dataset suffix',
        description:
          'The suffix that is added to the name of a dataset to name the dataset of its policy-enforced views.',
        examples: ['_secure'],
      }),
      location: z
        .string()
        .overwrite(normalizeLocation)
        .refine((value) => isValidName(NAME_RULES.location, value), NAME_RULES.location.message)
        .meta({
          title: 'Location',
          description: 'The location of the dataset, which must be the location of its data.',
          examples: ['EU'],
        }),
      credential: secret(
        z.string().superRefine((text, context) => {
          const problem = keyProblem(text);
          if (problem) context.addIssue({ code: 'custom', message: problem });
        }),
      ).meta({
        title: 'Credential',
        description:
          'The key file of the service account, as JSON text. Its project is the project of the integration.',
        examples: ['{"type": "service_account", …}'],
      }),
    })
    .refine(({ dataset, datasetSuffix }) => dataset.length + datasetSuffix.length <= 1024, {
      path: ['datasetSuffix'],
      message: 'Dataset and suffix together are longer than 1,024 characters: shorten one of them.',
    });
}

/** A config of this plugin: the output of its schema. */
export type BigQueryConfig = z.output<ReturnType<typeof configSchema>>;

function nameSchema(rule: NameRule): z.ZodString {
  return z.string().refine((value) => isValidName(rule, value), rule.message);
}

function isValidName({ pattern }: NameRule, value: string): boolean {
  return pattern.exec(value)?.[0] === value;
}

/** Converts a location to the form that the platform returns: multi-regions in upper case, regions in lower case. */
function normalizeLocation(location: string): string {
  const lowered = location.trim().toLowerCase();
  return ['us', 'eu'].includes(lowered) ? lowered.toUpperCase() : lowered;
}
