import {
  commentLines,
  type ObjectChange,
  objectChangesOf,
  objectLabel,
  type ScriptSection,
  type SectionText,
} from '@portcullis/plugin-api';
import { guardedBatch } from './guarded-batch.ts';

const BATCH_END = 'GO';

/** The option that a client needs. Source: Azure Synapse Analytics, "Connect to Synapse SQL with sqlcmd". */
export const CLIENT_NOTE = 'With sqlcmd, use the option -I: the server requires quoted identifiers.';

/**
 * Renders a section so that it is safe to run twice and does not change foreign objects: a batch for each object, which
 * checks the owner first. An alter or a drop without a guard is commented out for an administrator to decide.
 */
export function renderSection({ steps }: ScriptSection): SectionText {
  const warnings: string[] = [];
  const batches = objectChangesOf(steps).map((change) => {
    if (change.action === 'create' || change.ours !== undefined) {
      return [commentLines(titleOf(change)), guardedBatch(change), BATCH_END].join('\n');
    }
    const label = objectLabel(change);
    warnings.push(
      `Check that ${label} belongs to this integration, then run the commented statements that ${change.action} it.`,
    );
    return [`Check that ${label} belongs to this integration, then run:`, ...change.steps.map(({ text }) => `${text};`)]
      .map((line) => commentLines(line))
      .join('\n');
  });
  return { text: [commentLines(CLIENT_NOTE), ...batches].join('\n\n'), warnings };
}

const VERBS = { create: 'Creates', alter: 'Changes', drop: 'Removes' } as const;

function titleOf(change: ObjectChange): string {
  return `${VERBS[change.action]} ${objectLabel(change)}`;
}
