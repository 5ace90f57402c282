import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of Java in Linux distributions. */
const INSTALLED = '/usr/lib/jvm';

/**
 * Finds a Java of a minimum release: in an environment variable of the suite, in `JAVA_HOME`, or in the paths of
 * distributions.
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
