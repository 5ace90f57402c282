import { issueId } from './described-field.ts';

/** The problem of a field, below it. */
export function Issue({ field, text }: { readonly field: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="issue" id={issueId(field)}>
      {text}
    </p>
  );
}
