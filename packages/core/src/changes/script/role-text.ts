import { type Command, canonicalText, type Dialect } from '@portcullis/plugin-api';

/** The text of the statement that switches to a role. */
export function roleText(switched: string | Command, dialect: Dialect): string {
  return typeof switched === 'string' ? switched : canonicalText(switched, dialect);
}
