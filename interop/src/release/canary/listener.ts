import { inspect } from 'node:util';

/** The ways out of the library. */
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

/** Hears everything that comes out. */
export interface Listener {
  hear(channel: Channel, what: unknown): void;
  /** Everything that was heard on a channel. */
  textOf(channel: Channel): string;
}

/**
 * Creates a listener. It inspects values that are not text as a debugger does: with causes, hidden members and symbols.
 */
export function createListener(): Listener {
  const texts = new Map<Channel, string[]>();
  return {
    hear(channel, what) {
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
    textOf: (channel) => (texts.get(channel) ?? []).join('\n'),
  };
}
