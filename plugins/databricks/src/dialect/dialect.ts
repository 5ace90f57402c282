import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';
import { renderSection } from './section/render-section.ts';

/** The dialect of Databricks. */
export const DIALECT: Dialect = {
  language: 'Databricks SQL',
  separator: ';',
  quoteIdentifier,
  quoteLiteral,
  comment: commentLines,
  renderSection,
};
