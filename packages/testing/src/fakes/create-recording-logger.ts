import type { Logger } from '@portcullis/plugin-api';

/** One call of a {@link RecordingLogger}. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A {@link Logger} that records its entries. */
export interface RecordingLogger extends Logger {
  readonly entries: readonly LogEntry[];
}

/** Creates a logger that records all entries. */
export function createRecordingLogger(): RecordingLogger {
  const entries: LogEntry[] = [];
  const record =
    (level: LogEntry['level']) =>
    (message: string, details?: Readonly<Record<string, unknown>>): void => {
      entries.push({ level, message, details });
    };
  return { entries, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') };
}
