import { statSync } from 'node:fs';
import { dirname, parse } from 'node:path';

/** Returns whether every account may enter a folder. */
export function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === parse(folder).root || isOpenToAll(dirname(folder));
}
