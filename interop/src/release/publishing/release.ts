import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runCommand } from './command.ts';
import type { Registry } from './registry.ts';

/** The parts of a package.json that the suite reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly packageManager?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A clone of the repository that rehearses a release, up to the registry on this machine. */
export interface Rehearsal {
  readonly folder: string;
  /** The path of the pnpm of the workspace. */
  readonly pnpm: string;
  /** Runs a command of the workspace in the clone. */
  run(command: string, ...parameters: string[]): Promise<string>;
  /** The manifests of all published packages, by name. */
  manifests(): ReadonlyMap<string, PackageManifest>;
  /** Writes a changeset, as a developer who changes a package does. */
  change(bumps: Readonly<Record<string, 'patch' | 'minor' | 'major'>>): void;
  /** Discards uncommitted changes. */
  reset(): Promise<void>;
}

/** Clones the committed state, installs it, sets the versions of its changesets, and publishes all packages. */
export async function rehearseRelease(root: string, scratch: string, registry: Registry): Promise<Rehearsal> {
  const rehearsal = await prepare(root, scratch, registry);
  const { run } = rehearsal;
  await run('pnpm', 'run', 'version-packages');
  await run('git', 'commit', '--quiet', '--all', '--message', 'chore: release');
  // As from any machine without a build service.
  await run('pnpm', 'run', 'release', '--no-provenance');
  return rehearsal;
}

async function prepare(root: string, scratch: string, registry: Registry): Promise<Rehearsal> {
  const folder = join(scratch, 'clone');
  await runCommand('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { folder: scratch });
  const { packageManager = 'pnpm' } = readManifest(join(folder, 'package.json'));
  const pnpm = await findPnpm(scratch, packageManager);
  const environment = {
    PATH: [join(folder, 'node_modules/.bin'), dirname(pnpm), process.env.PATH].join(delimiter),
    GIT_AUTHOR_NAME: 'Rehearsal',
    GIT_AUTHOR_EMAIL: 'rehearsal@localhost',
    GIT_COMMITTER_NAME: 'Rehearsal',
    GIT_COMMITTER_EMAIL: 'rehearsal@localhost',
  };
  const run = (command: string, ...parameters: string[]) => runCommand(command, parameters, { folder, environment });
  await run('pnpm', 'install', '--frozen-lockfile', '--prefer-offline');
  writeFileSync(join(folder, '.npmrc'), registry.settings);
  return {
    folder,
    pnpm,
    run,
    manifests: () => new Map(readManifests(folder).map((manifest) => [manifest.name, manifest])),
    change(bumps) {
      const lines = Object.entries(bumps).map(([name, bump]) => `"${name}": ${bump}`);
      writeFileSync(join(folder, '.changeset/rehearsal.md'), `---\n${lines.join('\n')}\n---\n\nA rehearsed change.\n`);
    },
    async reset() {
      await run('git', 'reset', '--quiet', '--hard');
      await run('git', 'clean', '--quiet', '--force', '.changeset');
    },
  };
}

/** The path of the pnpm that package.json names. A release starts it a hundred times, and npx would start Node each time before it. */
async function findPnpm(folder: string, packageManager: string): Promise<string> {
  const path = ['exec', '--yes', `--package=${packageManager}`, '--', 'sh', '-c', 'command -v pnpm'];
  return (await runCommand('npm', path, { folder })).trim();
}

function readManifests(folder: string): readonly PackageManifest[] {
  return globSync('{packages,plugins}/*/package.json', { cwd: folder })
    .toSorted()
    .map((path) => readManifest(join(folder, path)))
    .filter((manifest) => !manifest.private);
}

function readManifest(path: string): PackageManifest {
  return JSON.parse(readFileSync(path, 'utf8')) as PackageManifest;
}
