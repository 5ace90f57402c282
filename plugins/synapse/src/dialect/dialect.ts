import { commentLines, type Dialect } from '@portcullis/plugin-api';

import { QUOTING } from './quoting.ts';
import { renderSection } from './section/render-section.ts';

/** The language of a dedicated SQL pool. */
export const DIALECT: Dialect = {
  language: 'Transact-SQL',
  // Batches matter here: clients send the text between two of these together.
  separator: '\nGO',
  ...QUOTING,
  comment: commentLines,
  renderSection,
};
