import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { renderSection } from './render-section.ts';

/** The syntax of the platform's statements and scripts. */
export const DIALECT: Dialect = {
  language: 'MariaDB SQL',
  separator: ';',
  quoteIdentifier,
  quoteLiteral,
  comment: commentLines,
  renderSection,
};
