import { join } from 'node:path';

/** The file of a SQLite store in the folder of a contender. */
export function storeFile(folder: string): string {
  return join(folder, 'portcullis.db');
}
