import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import type { Stage } from './stage.ts';

/** No package is hoisted, so that each finds only what it declares. No version is too new: all were published just now. */
const SETTINGS = `packages: ['*']
hoist: false
minimumReleaseAge: 0
`;

let installed: Promise<string> | undefined;

/**
 * Returns the folder of a user who installs one package alone. The folders of all packages are projects of one workspace, which one
 * run of pnpm installs: npm takes several times longer for one run each.
 */
export async function aloneInWorkspace(stage: Stage, name: string): Promise<string> {
  installed ??= installEach(stage);
  return join(await installed, projectOf(name));
}

function projectOf(name: string): string {
  return name.replace('@portcullis/', 'alone-');
}

async function installEach({ scratch, registry, rehearsal, published }: Stage): Promise<string> {
  const folder = join(scratch, 'consumers/alone');
  for (const { name, version } of published.values()) {
    const project = join(folder, projectOf(name));
    mkdirSync(project, { recursive: true });
    const manifest = { name: projectOf(name), private: true, type: 'module', dependencies: { [name]: version } };
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  }
  writeFileSync(join(folder, '.npmrc'), registry.settings);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), SETTINGS);
  await runCommand(rehearsal.pnpm, ['install', '--no-frozen-lockfile', '--prefer-offline', '--ignore-scripts'], {
    folder,
  });
  return folder;
}
