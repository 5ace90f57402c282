import { commentLines } from './comment-lines.ts';
import { type ObjectChange, objectLabel } from './object-change.ts';

/**
 * Work that no guard is known for, as a comment: a person decides whose the object is.
 *
 * @returns the comment, and the sentence for {@link SectionText.warnings}.
 */
export function commentedOut(change: ObjectChange): { readonly text: string; readonly warning: string } {
  const label = objectLabel(change);
  const texts = [
    `Check that ${label} is the one of this integration, then run:`,
    ...change.steps.map(({ text }) => `${text};`),
  ];
  return {
    text: texts.map(commentLines).join('\n'),
    warning: `Check that ${label} belongs to this integration, then run the commented statements that ${change.action} it.`,
  };
}
