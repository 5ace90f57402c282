import { commentLines, type Dialect } from '@portcullis/plugin-api';
import { ENGINES, type Engine } from '../engine.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { literalQuoter } from './quote-literal.ts';
import { createSectionRenderer } from './section/create-section-renderer.ts';
import { PROCEDURE_SCHEMAS } from './section/guarded-procedure.ts';

/** Creates the dialect of an engine. */
export function createDialect(engine: Engine): Dialect {
  const quoteLiteral = literalQuoter(engine);
  return {
    language: `${ENGINES[engine].product} SQL`,
    separator: ';',
    quoteIdentifier,
    quoteLiteral,
    comment: commentLines,
    renderSection: createSectionRenderer({ quoteLiteral, schema: PROCEDURE_SCHEMAS[engine] }),
  };
}
