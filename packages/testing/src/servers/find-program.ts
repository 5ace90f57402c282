import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Options of {@link findProgram}. */
export interface FindProgramOptions {
  /** The environment variable with the path of the program, which takes precedence. */
  readonly variable: string;
  /** The names of the program, the preferred one first. */
  readonly names: readonly string[];
  /** Folders that are searched after those of the `PATH`. */
  readonly folders?: readonly string[];
}

/** Returns the path of a program of this machine, or undefined. */
export function findProgram({ variable, names, folders = [] }: FindProgramOptions): string | undefined {
  const named = process.env[variable];
  if (named) return named;
  const searched = [...(process.env.PATH ?? '').split(delimiter), ...folders];
  return names.flatMap((name) => searched.map((folder) => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
