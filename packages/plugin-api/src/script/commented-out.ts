import { commentLines } from './comment-lines.ts';
import { type ObjectWork, objectLabel } from './object-work.ts';

/**
 * Work that no guard is known for, as a comment: a person decides whose the object is.
 *
 * @returns the comment, and the sentence for {@link SectionText.warnings}.
 */
export function commentedOut(work: ObjectWork): { readonly text: string; readonly warning: string } {
  const label = objectLabel(work);
  const texts = [
    `Check that ${label} is the one of this integration, then run:`,
    ...work.steps.map(({ text }) => `${text};`),
  ];
  return {
    text: texts.map(commentLines).join('\n'),
    warning: `Check that ${label} belongs to this integration, then run the commented statements that ${work.action} it.`,
  };
}
