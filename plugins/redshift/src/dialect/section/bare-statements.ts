import { commentedOut, commentLines, objectLabel } from '@portcullis/plugin-api';
import type { BareBlock } from './block.ts';

/** Statements outside any guard, and their warnings. */
export interface BareStatements {
  readonly text: string;
  readonly warning: string;
}

/**
 * Writes statements without a guard. A creation fails if the name is used. An alter or a drop is commented out for an
 * administrator to decide. Sources: Amazon Redshift Database Developer Guide, "CREATE DATABASE" and "DROP DATABASE",
 * which the platform accepts neither in a procedure nor in a transaction.
 */
export function bareStatements({ kind, change }: BareBlock): BareStatements {
  const label = objectLabel(change);
  if (kind === 'unguarded') return commentedOut(change);
  if (change.action !== 'create') {
    return {
      text: [
        commentLines(
          `Run the queries below on a connection to ${label}, and the last statement on another connection.`,
        ),
        commentedOut(change).text,
      ].join('\n'),
      warning: `The statement that drops ${label} cannot be guarded and is commented out, after queries that list the foreign objects in it. Check their results, then run it by hand, alone and outside a transaction, before the part that follows it.`,
    };
  }
  const remark = `Run it alone and outside a transaction. If ${label} exists already, it fails and changes nothing.`;
  return {
    text: [commentLines(remark), ...change.steps.map(({ text }) => `${text};`)].join('\n'),
    warning: `The statement that creates ${label} cannot be guarded: run it alone and outside a transaction. On a second run it fails, since ${label} exists. Continue with the next part, which checks the owner.`,
  };
}
