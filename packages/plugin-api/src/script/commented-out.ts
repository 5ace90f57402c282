import { commentLines } from './comment-lines.ts';
import { type ObjectChange, objectLabel } from './object-change.ts';

/**
 * Returns steps without a guard as a comment: an administrator decides who owns the object, and checks its contents.
 * @returns the comment, and the sentence for {@link SectionText.warnings}.
 */
export function commentedOut(change: ObjectChange): { readonly text: string; readonly warning: string } {
  const label = objectLabel(change);
  const texts = [
    ...lookInside(change),
    `Check that ${label} is the one of this integration, then run:`,
    ...change.steps.map(({ text }) => `${text};`),
  ];
  return {
    text: texts.map(commentLines).join('\n'),
    warning: `Check that ${label} belongs to this integration${holdsNothing(change)}, then run the commented statements that ${change.action} it.`,
  };
}

function holdsNothing({ holds = [] }: ObjectChange): string {
  return holds.length > 0 ? ' and holds nothing of others' : '';
}

/** Foreign objects in a dropped object are lost with it. */
function lookInside(change: ObjectChange): readonly string[] {
  const { holds = [] } = change;
  if (holds.length === 0) return [];
  return [
    `What ${objectLabel(change)} holds is dropped with it. Look first: what these queries list is not of this integration.`,
    ...holds.map(({ list, foreign }) => (foreign === undefined ? `${list};` : `${list}; -- where ${foreign}`)),
  ];
}
