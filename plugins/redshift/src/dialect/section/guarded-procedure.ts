import { indented, type ScriptLine, scriptLines, scriptText } from '@portcullis/plugin-api';
import type { Engine } from '../../engine.ts';
import { unusedWord } from '../unused-word.ts';
import type { BlockItem } from './block.ts';
import type { BodyContext, BodyWords } from './body-context.ts';
import { itemBody } from './item-body.ts';
import { secretSteps } from './secret-arguments.ts';

/** The type of arguments, long enough for a name of 127 bytes and a digest. */
const ARGUMENT_TYPE = 'varchar(4096)';

/** The options of a guarded procedure. */
export interface ProcedureOptions extends Pick<BodyContext, 'quoteLiteral'> {
  /** The schema of the procedure. */
  readonly schema: (typeof PROCEDURE_SCHEMAS)[Engine];
}

/**
 * The schema of guarded procedures. PostgreSQL has one for each session. Amazon Redshift has it for tables only
 * ("search_path"), and cannot create a procedure there.
 */
export const PROCEDURE_SCHEMAS = { redshift: 'public', postgresql: 'pg_temp' } as const satisfies Record<
  Engine,
  string
>;

/**
 * Writes the guards of a block as one procedure that is created, called and dropped in one transaction: if a part of it
 * fails, everything is rolled back, also the procedure, which no other session can see or replace before. It resolves only
 * names in the platform's catalogs. Sources: Amazon Redshift Database Developer Guide, "CREATE PROCEDURE", "BEGIN",
 * "Managing transactions", "Limits and differences for stored procedure support".
 *
 * @param number - the position of the block in its section.
 */
export function guardedProcedure(
  items: readonly BlockItem[],
  number: number,
  { quoteLiteral, schema }: ProcedureOptions,
): string {
  const steps = items.flatMap((item) => item.change.steps);
  const words = wordsFor(items);
  const secrets = secretSteps(steps);
  const argument = (index: number): string => `${words.tag}_statement_${index + 1}`;
  const context: BodyContext = {
    words,
    quoteLiteral,
    statement: (step) => (secrets.includes(step) ? `EXECUTE ${argument(secrets.indexOf(step))}` : step.text),
  };
  const name = `${schema}.portcullis_part_${number}`;
  const quote = `$${words.tag}$`;
  return scriptText([
    ...scriptLines(
      'BEGIN;',
      `CREATE PROCEDURE ${name}(${secrets.map((_, index) => `${argument(index)} ${ARGUMENT_TYPE}`).join(', ')}) AS ${quote}`,
      'DECLARE',
    ),
    ...indented(declarations(words)),
    ...scriptLines('BEGIN'),
    ...indented(items.flatMap((item, index) => [...(index === 0 ? [] : scriptLines('')), ...itemBody(item, context)])),
    ...scriptLines(
      'END;',
      `${quote} LANGUAGE plpgsql SET search_path TO pg_catalog;`,
      `CALL ${name}(${secrets.map((step) => `${quote}${step.text}${quote}`).join(', ')});`,
      `DROP PROCEDURE ${name}(${secrets.map(() => ARGUMENT_TYPE).join(', ')});`,
      'COMMIT;',
    ),
  ]);
}

function declarations(words: BodyWords): readonly ScriptLine[] {
  return scriptLines(
    `${words.found} bigint;`,
    `${words.ours} bigint;`,
    `${words.subject} varchar(512);`,
    `${words.row} RECORD;`,
  );
}

function wordsFor(items: readonly BlockItem[]): BodyWords {
  const text = items.flatMap(({ change }) => [
    change.exists ?? '',
    change.ours ?? '',
    change.object.name,
    ...change.steps.map((step) => step.text),
  ]);
  const tag = unusedWord(text.join('\n'), 'guard');
  return {
    tag,
    found: `${tag}_found`,
    ours: `${tag}_ours`,
    subject: `${tag}_subject`,
    row: `${tag}_row`,
    probe: `${tag}_probe`,
  };
}
