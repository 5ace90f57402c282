import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The plugins that the suite needs. The archive has about fifty. */
const PLUGINS = ['opa', 'memory'];

/**
 * Downloads the server of a release from Maven Central, once, and unpacks the needed parts.
 *
 * @returns its folder, or the reason why it is not available.
 */
export function fetchServer(version: string, cache: string): string | { readonly missing: string } {
  const folder = join(cache, `trino-server-${version}`);
  if (existsSync(folder)) return folder;
  const archive = join(homedir(), '.m2/repository/io/trino/trino-server', version, `trino-server-${version}.tar.gz`);
  if (!existsSync(archive)) {
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get';
    const what = [`-Dartifact=io.trino:trino-server:${version}:tar.gz`, '-Dtransitive=false'];
    const { status, error } = spawnSync('mvn', ['-q', '-B', goal, ...what], { encoding: 'utf8', timeout: 900_000 });
    if (error) return { missing: 'there is no Maven (mvn) to fetch the server with' };
    if (status !== 0 || !existsSync(archive)) return { missing: `Maven could not fetch Trino ${version}` };
  }
  const unpacking = join(cache, 'unpacking');
  rmSync(unpacking, { recursive: true, force: true });
  mkdirSync(unpacking, { recursive: true });
  const wanted = ['lib', ...PLUGINS.map((plugin) => `plugin/${plugin}`)];
  const members = wanted.map((each) => `trino-server-${version}/${each}`);
  const { status } = spawnSync('tar', ['xzf', archive, '-C', unpacking, ...members], { encoding: 'utf8' });
  if (status !== 0) return { missing: `the archive of Trino ${version} could not be unpacked` };
  renameSync(join(unpacking, `trino-server-${version}`), folder);
  return folder;
}
