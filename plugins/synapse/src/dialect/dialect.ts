import { commentLines, type Dialect } from '@portcullis/plugin-api';

import { QUOTING } from './quoting.ts';
import { renderSection } from './section/render-section.ts';

/** The language of a dedicated SQL pool. */
export const DIALECT: Dialect = {
  language: 'Transact-SQL',
  // Batches matter here: clients send what stands between two of these at once.
  separator: '\nGO',
  ...QUOTING,
  comment: commentLines,
  renderSection,
};
