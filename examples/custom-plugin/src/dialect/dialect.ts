import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { renderSection } from './render-section.ts';

/** How statements and scripts of the platform are written. */
export const DIALECT: Dialect = {
  language: 'MariaDB SQL',
  separator: ';',
  quoteIdentifier,
  quoteLiteral,
  comment: commentLines,
  renderSection,
};
