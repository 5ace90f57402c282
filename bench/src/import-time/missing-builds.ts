import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FOLDER } from './loaded-packages.ts';

const root = join(BENCH_FOLDER, '..');

/** The folders of packages whose build is missing or older than a source in them. */
export function missingBuilds(): readonly string[] {
  return globSync('{packages,plugins}/*', { cwd: root }).filter(
    (folder) => newest(folder, 'dist/**/*.js') < newest(folder, 'src/**/*.ts'),
  );
}

/** Returns the time of the newest file; the earliest time if there is none. */
function newest(folder: string, pattern: string): number {
  const files = globSync(join(folder, pattern), { cwd: root, exclude: ['**/*.test.ts'] });
  return Math.max(Number.NEGATIVE_INFINITY, ...files.map((file) => statSync(join(root, file)).mtimeMs));
}
