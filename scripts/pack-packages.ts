/**
 * `npm run pack -- [name…]`: builds the named packages and those that they need, and packs each into `packed/<name>.tgz`. Without a
 * name it packs all. A name is the part after `@portcullis/`. A project outside installs the archives with npm alone.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const SCOPE = '@portcullis/';
const root = join(import.meta.dirname, '..');
const destination = join(root, 'packed');

const packages = new Map(
  globSync('{packages,plugins}/*/package.json', { cwd: root })
    .map((path) => ({
      folder: join(root, dirname(path)),
      manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true)
    .map((each) => [each.manifest.name, each] as const),
);

/** Adds a package and all packages of this workspace that it needs at run time. */
function collect(name: string, collected: Set<string>): Set<string> {
  const found = packages.get(name);
  if (!found || collected.has(name)) return collected;
  collected.add(name);
  const { dependencies, peerDependencies } = found.manifest;
  for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) collect(needed, collected);
  return collected;
}

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
const isInstalled = spawnSync('pnpm', ['--version']).status === 0;
/** An installed pnpm, or otherwise npm's command for the one of the workspace. */
const [program, ...fixed] = isInstalled ? ['pnpm'] : ['npx', '--yes', packageManager];

function run(folder: string, ...parameters: readonly string[]): void {
  const all = [...fixed, ...parameters];
  const { status, stdout } = spawnSync(program ?? 'pnpm', all, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  if (status === 0) return;
  // The compiler reports errors on its standard output.
  process.stderr.write(stdout);
  throw new Error(`pnpm ${parameters.join(' ')} ended with ${status} in ${folder}.`);
}

const wanted = process.argv.slice(2).map((name) => SCOPE + name);
const unknown = wanted.filter((name) => !packages.has(name));
if (unknown.length > 0) {
  const known = [...packages.keys()].map((name) => name.slice(SCOPE.length)).toSorted();
  console.error(`There is no package ${unknown.join(', ')}. Names are: ${known.join(', ')}.`);
  process.exit(2);
}
const names = (wanted.length > 0 ? wanted : [...packages.keys()]).reduce(
  (collected, name) => collect(name, collected),
  new Set<string>(),
);
console.log(`Building ${names.size} packages, which can take some minutes.`);
run(root, ...[...names].flatMap((name) => ['--filter', name]), 'run', 'build');
rmSync(destination, { recursive: true, force: true });
mkdirSync(destination);
for (const name of names) {
  const archive = `${name.slice(SCOPE.length)}.tgz`;
  run(packages.get(name)?.folder ?? root, 'pack', '--out', join(destination, archive));
  console.log(`packed/${archive}`);
}
