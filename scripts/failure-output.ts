import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Runs a command, and returns its output if it fails, or an empty list. A missing command is named. */
export function failureOutput(folder: string, command: string, ...parameters: string[]): string[] {
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const { status, stdout, stderr, error } = spawnSync(command, parameters, options);
  if (status === 0) return [];
  if (error) return [`${command} cannot be run (${error.message}). Run this check with pnpm, which brings it along.`];
  return [`${command} ${parameters.map((each) => basename(each)).join(' ')}`, stdout, stderr].filter(Boolean);
}
