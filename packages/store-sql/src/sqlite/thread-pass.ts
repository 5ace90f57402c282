import { resolve } from 'node:path';
import { StoreError } from '@portcullis/core/ports';

/** The permission for a thread to open a file that the store in the main thread holds. */
interface SqliteThreadPass {
  /** The absolute path. */
  readonly file: string;
}

/** Creates the pass for a file. */
export function threadPass(file: string): SqliteThreadPass {
  return { file: resolve(file) };
}

/**
 * Returns whether the value is a pass for this file.
 *
 * @throws StoreError `STORE_INPUT_INVALID` if it is for another file: the thread would read a database without writers.
 */
export function isPassFor(file: string, pass: unknown): boolean {
  const { file: held } = pass as Partial<SqliteThreadPass>;
  if (held === resolve(file)) return true;
  const message = `The thread opens the file ${resolve(file)}, the main thread has ${String(held)}: name the same one.`;
  throw new StoreError('STORE_INPUT_INVALID', message);
}
