import { inspect } from 'node:util';
import { ServiceError, type Store, TABLES, type TableName } from '@portcullis/core';
import type { KitRun } from '../kit-run/create-kit-run.ts';

/** A recorder of all output of an instance. */
export interface OutputRecorder {
  /** Waits for a call and records its response, or its error with all members. */
  record(call: Promise<unknown>): Promise<void>;
  /**
   * Returns each occurrence of a text in the output or in the store, with its surroundings. Statements for the platform
   * are not output.
   */
  leaksOf(texts: readonly string[]): Promise<readonly string[]>;
}

/** Maximum number of leaks in a message. */
const SHOWN = 8;

/** Records the output of a kit run. */
export function createOutputRecorder({ logger, events, store }: KitRun): OutputRecorder {
  const recorded: string[] = [];
  return {
    async record(call) {
      try {
        recorded.push(`response ${JSON.stringify(await call)}`);
      } catch (error) {
        if (!ServiceError.isInstance(error)) throw error;
        recorded.push(`error ${JSON.stringify([error.message, error.toJSON(), error.extras])}`);
        recorded.push(`inspected error ${inspect(error, { depth: 12 })}`);
      }
    },
    async leaksOf(texts) {
      const logs = logger.entries.map((entry) => `log ${JSON.stringify(entry)}`);
      const emitted = events.map((event) => `event ${JSON.stringify(event)}`);
      const lines = [...recorded, ...logs, ...emitted, ...(await rowsOf(store))];
      const leaks = lines.flatMap((line) => {
        const text = texts.find((each) => line.includes(each));
        return text === undefined ? [] : [excerpt(line, text)];
      });
      return leaks.slice(0, SHOWN);
    },
  };
}

async function rowsOf(store: Store): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const table of Object.keys(TABLES) as TableName[]) {
    for (const row of await store.find(table)) lines.push(`row of ${table} ${JSON.stringify(row, showBytes)}`);
  }
  return lines;
}

function showBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}

function excerpt(line: string, text: string): string {
  const at = line.indexOf(text);
  return `${line.slice(0, line.indexOf(' ', 8))} … ${line.slice(Math.max(0, at - 60), at + text.length)}`;
}
