#!/usr/bin/env node
/**
 * `node scripts/run.mjs <script> [arguments]`: makes the workspace ready, then runs a script of package.json on the
 * Node that the workspace installs for itself.
 *
 * This is what stands behind `npm start` and `npm test`, so it has to work on a machine with nothing but npm and a
 * Node too old for the project: plain JavaScript, no dependencies.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const onWindows = process.platform === 'win32';
const binaries = join(root, 'node_modules', '.bin');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const say = (text) => console.log(`portcullis: ${text}`);
const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Both signals of one Ctrl-C (the terminal's and the one npm passes on) arrive well within this time. */
const sameKeyPress = 200;

/**
 * Runs a command in the foreground and answers with its exit code.
 *
 * The child gets a process group of its own: a Ctrl-C then reaches it once, through us, and not a second time from the
 * terminal, where it would read as "stop at once".
 */
function run(command, parameters) {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, stdio: 'inherit', detached: !onWindows, shell: onWindows };
    const child = spawn(command, parameters, options);
    const lastSeen = {};
    const forward = (signal) => {
      const now = performance.now();
      if (now - (lastSeen[signal] ?? -sameKeyPress) < sameKeyPress) return;
      lastSeen[signal] = now;
      if (onWindows) child.kill(signal);
      else signalGroup(child.pid, signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

function signalGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // The child ended between the key press and here: there is nobody left to tell.
    if (error.code !== 'ESRCH') throw error;
  }
}

/** The packages are in place when the lock file they were installed from is the one of this checkout. */
function packagesAreInPlace() {
  const installed = join(root, 'node_modules', '.pnpm', 'lock.yaml');
  if (!existsSync(installed) || !existsSync(join(binaries, 'node'))) return false;
  return readFileSync(installed, 'utf8') === readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
}

/** A pnpm of the right major that is already here, or else npm's way to run the exact one. */
function packageManager() {
  const [name, version] = manifest.packageManager.split('@');
  const found = spawnSync(name, ['--version'], { cwd: root, encoding: 'utf8', shell: onWindows }).stdout?.trim();
  if (found?.split('.')[0] === version.split('.')[0]) return { label: `${name} ${found}`, command: [name] };
  return { label: `${name} ${version} (through npx)`, command: ['npx', '--yes', manifest.packageManager] };
}

async function installPackages() {
  const start = performance.now();
  const { label, command } = packageManager();
  say(`installing packages with ${label}; the first time they are downloaded, Node ${nodeVersion()} among them.`);
  const [program, ...parameters] = command;
  const code = await run(program, [
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
  if (packagesAreInPlace()) say('packages are up to date.');
  else await installPackages();

  const start = performance.now();
  const [program, ...fixed] = line.split(' ');
  const all = [...fixed, ...parameters];
  say(`running on Node ${nodeVersion()}: ${[program, ...all].join(' ')}`);
  process.env.PATH = `${binaries}${delimiter}${process.env.PATH}`;
  const code = await run(program, all);
  say(code === 0 ? `done in ${since(start)}.` : `stopped after ${since(start)} with exit code ${code}.`);
  process.exit(code);
}

await main(process.argv.slice(2));
