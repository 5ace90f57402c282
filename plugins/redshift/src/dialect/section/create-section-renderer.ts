import { objectChangesOf, type ScriptSection, type SectionText } from '@portcullis/plugin-api';
import { bareStatements } from './bare-statements.ts';
import { blocksOf } from './block.ts';
import { guardedProcedure, type ProcedureOptions } from './guarded-procedure.ts';
import { secretSteps } from './secret-arguments.ts';

const HASH_HINT =
  'The query log may contain the password in clear text. The platform also accepts a digest: see its page CREATE USER.';

/**
 * Renders a section so that it is safe to run twice and does not change foreign objects: the statements run in
 * procedures that check the owner first, and exist only during their transaction.
 */
export function createSectionRenderer(options: ProcedureOptions): (section: ScriptSection) => SectionText {
  return ({ steps }) => {
    const warnings: string[] = secretSteps(steps).length > 0 ? [HASH_HINT] : [];
    const texts = blocksOf(objectChangesOf(steps)).map((block, index) => {
      if (block.kind === 'guarded') return guardedProcedure(block.items, index + 1, options);
      const { text, warning } = bareStatements(block);
      warnings.push(warning);
      return text;
    });
    return { text: texts.join('\n\n'), warnings };
  };
}
