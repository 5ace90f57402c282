/**
 * The first hour of a new user, without the reading: a clone with only an old Node and npm, and a project with packages
 * from a registry. Prints the duration of each step. The last line counts: "N passed, N failed, N skipped".
 *
 * Run it with `node --conditions=source interop/src/release/new-user/run.ts`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../publishing/registry.ts';
import { rehearseRelease } from '../publishing/release.ts';
import { findNode, findTools } from '../publishing/tools.ts';
import { tryClone } from './clone-journey.ts';
import { newMachine } from './new-machine.ts';
import { tryProject } from './project-journey.ts';

const root = join(import.meta.dirname, '../../../..');
const cache = join(root, 'node_modules/.cache/publishing');
/** The Node version that many machines still have. The repository brings its own Node; the packages need a later one. */
const OLD_NODE = '20';
const PACKAGE_NODE = '22';

const counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs one journey in a separate folder, and prints its times. */
async function journey(name: string, steps: (folder: string) => Promise<object | string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-new-user-'));
  // As root, another account runs the database of the example, and needs access to its data.
  chmodSync(folder, 0o711);
  try {
    const times = await steps(folder);
    if (typeof times === 'string') {
      counts.skipped += 1;
      console.log(`  skipped: ${name}: ${times}`);
      return;
    }
    counts.passed += 1;
    const shown = Object.entries(times).map(([step, time]) => `${step} ${(Number(time) / 1000).toFixed(1)} s`);
    console.log(`  passed: ${name}: ${shown.join(', ')}`);
  } catch (error) {
    counts.failed += 1;
    console.error(`  FAILED: ${name}\n${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await journey('a fresh clone, with Node 20 and an empty cache', async (folder) => {
  const node = await findNode(cache, OLD_NODE);
  if (node === undefined) return `Node ${OLD_NODE} cannot be installed`;
  return tryClone(root, folder, newMachine(folder, node, root));
});

await journey('a new project, with Node 22 and an empty cache', async (folder) => {
  const tools = await findTools(cache);
  if ('missing' in tools) return tools.missing;
  const node = tools.nodes.get(PACKAGE_NODE);
  if (node === undefined) return `Node ${PACKAGE_NODE} cannot be installed`;
  await using registry = await startRegistry(tools, join(folder, 'registry'));
  const release = join(folder, 'release');
  mkdirSync(release);
  await rehearseRelease(root, release, registry);
  // Awaited here, because the registry stops when this function ends.
  return await tryProject(root, folder, newMachine(folder, node, root), registry);
});

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;
