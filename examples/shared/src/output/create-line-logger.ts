import type { Logger } from '@portcullis/core';
import { say } from './say.ts';

/** Prints warnings and errors of the library as one line each. */
export function createLineLogger(): Logger {
  const print = (subject: string) => (message: string, details?: Readonly<Record<string, unknown>>) =>
    say(subject, details === undefined ? message : `${message} ${JSON.stringify(details)}`);
  return { debug() {}, info() {}, warn: print('warning'), error: print('error') };
}
