import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { QUOTING } from './quoting.ts';
import { renderSection } from './section/render-section.ts';

/** The dialect of a dedicated SQL pool. */
export const DIALECT: Dialect = {
  language: 'Transact-SQL',
  // The separator of batches: clients send the text between two separators together.
  separator: '\nGO',
  ...QUOTING,
  comment: commentLines,
  renderSection,
};
