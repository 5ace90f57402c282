import type { Dialect } from '../platform/dialect.ts';
import { commentLines } from './comment-lines.ts';
import { type ObjectChange, objectLabel } from './object-change.ts';

/** The parts of a dialect that a commented statement uses. */
type StatementSyntax = Pick<Dialect, 'comment' | 'separator'>;

/** The comments and the separator of most SQL dialects. */
const SQL_SYNTAX: StatementSyntax = { comment: (text) => commentLines(text), separator: ';' };

/**
 * Returns steps without a guard as a comment. An administrator checks the owner and the contents of the object before
 * running them.
 *
 * @param syntax - the dialect, or its comments and its separator. @default `--` and `;`
 * @returns the comment, and the sentence for {@link SectionText.warnings}.
 */
export function commentedOut(
  change: ObjectChange,
  syntax: Pick<Dialect, 'comment' | 'separator'> = SQL_SYNTAX,
): { readonly text: string; readonly warning: string } {
  const label = objectLabel(change);
  const texts = [
    ...contentsQueries(change, syntax),
    `Check that ${label} belongs to this integration, then run:`,
    ...change.steps.map(({ text }) => `${text}${syntax.separator}`),
  ];
  return {
    text: texts.map((text) => commentedLines(text, syntax)).join('\n'),
    warning: `Check that ${label} belongs to this integration${holdsNothing(change)}, then run the commented statements that ${change.action} it.`,
  };
}

/** A dialect's comment is one line. */
function commentedLines(text: string, { comment }: StatementSyntax): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => comment(line).trimEnd())
    .join('\n');
}

function holdsNothing({ foreignContents = [] }: ObjectChange): string {
  return foreignContents.length > 0 ? ' and contains no foreign objects' : '';
}

/** Foreign objects in a dropped object are lost with it. */
function contentsQueries(change: ObjectChange, { comment, separator }: StatementSyntax): readonly string[] {
  const { foreignContents = [] } = change;
  if (foreignContents.length === 0) return [];
  return [
    `The contents of ${objectLabel(change)} are dropped with it. Check first: the objects that these queries list do not belong to this integration.`,
    ...foreignContents.map(
      ({ list, foreign }) => `${list}${separator}${foreign === undefined ? '' : ` ${comment(`where ${foreign}`)}`}`,
    ),
  ];
}
