#!/usr/bin/env node
/**
 * `node scripts/run.mjs <script> [arguments]`: prepares the workspace, then runs a script of package.json on the Node
 * that the workspace installs for itself.
 *
 * `npm start` and `npm test` run this program, so it must work on a machine with only npm and an old Node: plain
 * JavaScript, no dependencies.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './run-in-foreground.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const say = (text) => console.log(`portcullis: ${text}`);
const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** `npx --package … --call …` passes both options to every nested npx, which would apply them again. */
for (const option of ['call', 'package']) delete process.env[`npm_config_${option}`];

/** The packages are up to date if they were installed from the lock file of this checkout. */
function arePackagesInstalled() {
  const installed = join(root, 'node_modules', '.pnpm', 'lock.yaml');
  if (!existsSync(installed) || !existsSync(join(binaries, 'node'))) return false;
  return readFileSync(installed, 'utf8') === readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
}

/** An installed pnpm of the right major version, or otherwise npm's command for the exact one. */
function packageManager() {
  const [name, version] = manifest.packageManager.split('@');
  const found = spawnSync(name, ['--version'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).stdout?.trim();
  if (found?.split('.')[0] === version.split('.')[0]) return { label: `${name} ${found}`, command: [name] };
  return { label: `${name} ${version} (through npx)`, command: ['npx', '--yes', manifest.packageManager] };
}

async function installPackages() {
  const start = performance.now();
  const { label, command } = packageManager();
  say(`installing packages with ${label}; the first time they are downloaded, Node ${nodeVersion()} among them.`);
  const [program, ...parameters] = command;
  const code = await runInForeground(root, program, [
    ...parameters,
    'install',
    '--frozen-lockfile',
    '--config.confirmModulesPurge=false',
  ]);
  if (code !== 0) {
    say(`installing packages failed after ${since(start)} (exit code ${code}); the lines above say why.`);
    process.exit(code);
  }
  say(`packages installed in ${since(start)}.`);
}

function nodeVersion() {
  return manifest.devDependencies.node.split('@').at(-1);
}

async function main([script, ...parameters]) {
  const line = manifest.scripts[script];
  if (!line) throw new Error(`package.json has no script named "${script}".`);
  if (arePackagesInstalled()) say('packages are up to date.');
  else await installPackages();

  const start = performance.now();
  const [program, ...fixed] = line.split(' ');
  const all = [...fixed, ...parameters];
  say(`running on Node ${nodeVersion()}: ${[program, ...all].join(' ')}`);
  process.env.PATH = `${binaries}${delimiter}${process.env.PATH}`;
  const code = await runInForeground(root, program, all);
  say(code === 0 ? `done in ${since(start)}.` : `stopped after ${since(start)} with exit code ${code}.`);
  process.exit(code);
}

await main(process.argv.slice(2));
