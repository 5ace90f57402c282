import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux distributions put Java. */
const INSTALLED = '/usr/lib/jvm';

/**
 * Finds a Java of at least a release: in an environment variable of the suite's own, in `JAVA_HOME`, or where distributions put it.
 *
 * @returns its home, or undefined.
 */
export function findJava(release: number, variable: string): string | undefined {
  const installed = existsSync(INSTALLED) ? readdirSync(INSTALLED).map((name) => join(INSTALLED, name)) : [];
  const homes = [process.env[variable], process.env.JAVA_HOME, ...installed];
  return homes.find((home): home is string => home !== undefined && releaseOf(home) >= release);
}

function releaseOf(home: string): number {
  const { stderr } = spawnSync(join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}
