import type { EventSource, PortcullisEvents } from '@portcullis/core';
import { oneLine } from './one-line.ts';

/** A finished statement. */
export type Statement = PortcullisEvents['operation.statement'];

/** Prints and records finished statements. The returned function returns the statements since its last call. */
export function createStatementLog(events: EventSource, print: (line: string) => void): () => readonly Statement[] {
  let statements: Statement[] = [];
  events.on('operation.statement', (statement) => {
    if (statement.status === 'intended') return;
    statements.push(statement);
    print(`${statement.status.padEnd(8)}${oneLine(statement.statement)}`);
  });
  return () => {
    const taken = statements;
    statements = [];
    return taken;
  };
}
