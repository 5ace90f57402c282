import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The folder from which the packages of the repository are found by name. */
export const BENCH_FOLDER = join(import.meta.dirname, '../..');

/** Records every module that an import loads, ES and CommonJS alike, and prints their URLs. */
const RECORDER = `
import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
for (const specifier of process.argv.slice(1)) await import(specifier);
process.stdout.write(JSON.stringify(urls));
`;

/**
 * Returns the third-party packages that an import of some modules loads, sorted. A separate process performs the
 * import.
 *
 * @param condition - `source` loads the sources of the repository's packages, `default` their builds.
 * @throws Error with the message of Node if the import fails.
 */
export function loadedPackages(specifiers: readonly string[], condition: 'source' | 'default'): readonly string[] {
  const parameters = [`--conditions=${condition}`, '--input-type=module', '--eval', RECORDER, '--', ...specifiers];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: BENCH_FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Importing ${specifiers.join(', ')} failed: ${stderr}`);
  const names = (JSON.parse(stdout) as string[]).map(packageOf).filter((name) => name !== undefined);
  return [...new Set(names)].toSorted();
}

/** The name after the last `node_modules` of a path. The path of a package of this repository has no `node_modules`. */
function packageOf(url: string): string | undefined {
  const [, first, second] = /.*\/node_modules\/([^/]+)\/([^/]+)/.exec(url) ?? [];
  return first?.startsWith('@') ? `${first}/${second}` : first;
}
