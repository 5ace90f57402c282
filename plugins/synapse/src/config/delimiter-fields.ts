import { isPrintable } from '@portcullis/plugin-api';
import { z } from 'zod';

/** The maximum length of a delimiter, which occurs in every attribute of every user. */
const MAX_DELIMITER_LENGTH = 16;

function delimiter(title: string, description: string, example: string): z.ZodString {
  return z
    .string()
    .min(1, 'The delimiter is empty.')
    .max(MAX_DELIMITER_LENGTH, `The delimiter is longer than ${MAX_DELIMITER_LENGTH} characters.`)
    .refine(isPrintable, 'The delimiter has characters that cannot be printed.')
    .refine((text) => !text.includes('$('), 'The delimiter contains "$(", which scripts cannot contain.')
    .meta({ title, description, examples: [example] });
}

/**
 * Returns the fields of the delimiters of access data. The platform stores these data as text, because a dedicated pool
 * has no arrays. No delimiter may contain another one, because they could not be distinguished.
 */
export function delimiterFields() {
  return z
    .strictObject({
      hashDelimiter: delimiter('Hash delimiter', 'Separates one attribute of a user from the next.', '|'),
      hashKeyDelimiter: delimiter('Hash key delimiter', 'Separates the key of an attribute from its values.', ':'),
      arrayDelimiter: delimiter('Array delimiter', 'Separates one value of a list from the next.', ','),
    })
    .superRefine((delimiters, context) => {
      for (const [name, text] of Object.entries(delimiters)) {
        const others = Object.entries(delimiters).filter(([other]) => other !== name);
        const [containing] = others.find(([, other]) => other.includes(text)) ?? [];
        if (containing === undefined) continue;
        const message = `${name} occurs in ${containing}: the three must differ, and none may contain another.`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .meta({
      title: 'Metadata delimiters',
      description:
        'The delimiters in the attributes that are stored for each user. They must not occur in the values, and cannot be changed later.',
    });
}
