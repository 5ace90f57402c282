import { inspect } from 'node:util';

/** The channels through which data leaves the library. */
export const CHANNELS = [
  'responses',
  'refusals',
  'journal',
  'scripts',
  'OpenAPI',
  'events',
  'log',
  'webhooks',
  'thrown errors',
  'inspect',
  'SQLite files',
  'PostgreSQL dump',
] as const;

/** One of {@link CHANNELS}. */
export type Channel = (typeof CHANNELS)[number];

/** A recorder of all output. */
export interface OutputRecorder {
  record(channel: Channel, what: unknown): void;
  /** All records of a channel. */
  textOf(channel: Channel): string;
}

/**
 * Creates a recorder. It inspects values that are not text like a debugger: with causes, hidden members and symbols.
 */
export function createOutputRecorder(): OutputRecorder {
  const texts = new Map<Channel, string[]>();
  return {
    record(channel, what) {
      const text =
        typeof what === 'string'
          ? what
          : inspect(what, {
              depth: 12,
              showHidden: true,
              maxArrayLength: null,
              maxStringLength: null,
              breakLength: 500,
            });
      texts.set(channel, [...(texts.get(channel) ?? []), text]);
    },
    textOf(channel) {
      // Each canary searches each channel: the records are joined once.
      const text = (texts.get(channel) ?? []).join('\n');
      texts.set(channel, [text]);
      return text;
    },
  };
}
