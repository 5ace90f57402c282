import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';
import { useRole } from './role-switch.ts';
import { renderSection } from './section/render-section.ts';

/** The dialect of Snowflake. */
export const DIALECT: Dialect = {
  language: 'Snowflake SQL',
  separator: ';',
  quoteIdentifier,
  quoteLiteral,
  comment: commentLines,
  switchRole: useRole,
  renderSection,
};
