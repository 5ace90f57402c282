import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { isShortage } from './transport-error.ts';

/**
 * Rejects with the code of the operating system, such as `EMFILE`, if this process has no free file descriptor. Resolvers report
 * then that a name does not exist.
 */
export async function checkFileDescriptor(): Promise<void> {
  try {
    await (await open(devNull)).close();
  } catch (error) {
    if (isShortage((error as NodeJS.ErrnoException).code)) throw error;
  }
}
