/**
 * `pnpm run release [--no-provenance]`: builds every package, and publishes each version that the registry does not have.
 *
 * A release has provenance, an attestation of the build service that it was built from a commit of this repository. A machine without
 * such a service publishes with `--no-provenance`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Variables with which a build service offers to sign: GitHub Actions with `id-token: write`, and GitLab. */
const SIGNERS = ['ACTIONS_ID_TOKEN_REQUEST_URL', 'SIGSTORE_ID_TOKEN'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the reason why a release cannot begin, or undefined. */
export function releaseProblem(environment: Environment, provenance: boolean): string | undefined {
  if (!provenance || SIGNERS.some((name) => environment[name])) return undefined;
  return (
    'No build service attests where this release comes from. Release with the workflow "Release", or publish without ' +
    'provenance: pnpm run release --no-provenance'
  );
}

/** Returns the environment of the publishing commands. pnpm and npm read different names. */
export function releaseEnvironment(environment: Environment, provenance: boolean): Environment {
  const value = String(provenance);
  return { ...environment, PNPM_CONFIG_PROVENANCE: value, NPM_CONFIG_PROVENANCE: value };
}

function release(parameters: readonly string[]): number {
  const { values } = parseArgs({
    args: [...parameters],
    allowNegative: true,
    options: { provenance: { type: 'boolean', default: true } },
  });
  const problem = releaseProblem(process.env, values.provenance);
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const options = {
    cwd: join(import.meta.dirname, '..'),
    env: releaseEnvironment(process.env, values.provenance),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  } as const;
  for (const [command, ...rest] of [
    ['pnpm', 'run', 'build'],
    ['changeset', 'publish'],
  ] as const) {
    const { status, error } = spawnSync(command, rest, options);
    if (error) console.error(`${command} cannot be run: ${error.message}`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

if (import.meta.main) process.exitCode = release(process.argv.slice(2));
