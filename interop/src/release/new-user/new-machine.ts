import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/** The environment of a user who has Node, npm and git, and has never installed anything with them. */
export interface NewMachine {
  readonly environment: Readonly<Record<string, string>>;
}

/** The environment variables of a new user. */
const KEPT = /^(LANG|LC_\w+|TERM|TMPDIR|USER|LOGNAME|SHELL|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;

/**
 * Creates such an environment in a folder. The machine's own npm settings stay, because they configure the access to
 * packages.
 *
 * @param node - the initial Node.
 * @param root - the repository, whose programs must not be on the path.
 */
export function newMachine(folder: string, node: string, root: string): NewMachine {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const programs = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((place) => !resolve(place).includes('node_modules') && !resolve(place).startsWith(root));
  const settings = process.env.NPM_CONFIG_USERCONFIG ?? join(homedir(), '.npmrc');
  return {
    environment: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)) as [string, string][]),
      PATH: [dirname(node), ...programs].join(delimiter),
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_STATE_HOME: join(home, '.local/state'),
      npm_config_cache: join(home, '.npm'),
      ...(existsSync(settings) ? { NPM_CONFIG_USERCONFIG: settings } : {}),
    },
  };
}
