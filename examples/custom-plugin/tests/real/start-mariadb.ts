import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '@portcullis/testing';

/** The environment variable that names the program. */
const VARIABLE = 'PORTCULLIS_TEST_MARIADB';

/** The message of a test where there is no server. */
export const NO_MARIADB = `No MariaDB here: put mariadbd on the PATH, or its path into ${VARIABLE}.`;

/** A MariaDB that this process has started, on 127.0.0.1. */
export interface RunningMariaDb {
  readonly host: '127.0.0.1';
  readonly port: number;
  /** An account with every privilege. */
  readonly user: string;
  readonly password: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** The path of `mariadbd` on this machine, when there is one; the variable {@link NO_MARIADB} names wins. */
export function findMariaDb(): string | undefined {
  const named = process.env[VARIABLE];
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'mariadbd')).find(canRun);
}

/** Options that hold for every start: nothing from the settings of the machine. */
function commonOptions(folder: string): readonly string[] {
  // A server removes existing temporary tables when it starts: each needs a separate folder for them.
  const folders = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'temporary')}`];
  // Servers refuse to run as root without this option.
  return ['--no-defaults', ...folders, '--skip-log-bin', ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
}

/**
 * Starts a real MariaDB on fresh data.
 *
 * @param program - its path, as {@link findMariaDb} finds it.
 * @throws Error with the output of the server, if it does not start.
 */
export async function startMariaDb(program: string): Promise<RunningMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-mariadb-'));
  const [user, password] = ['administrator', randomBytes(18).toString('base64url')];
  prepare(program, folder, { user, password });
  const port = await freePort();
  const server = spawn(program, [
    ...commonOptions(folder),
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(folder, 's')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--skip-name-resolve',
    // A test's data need not survive a power cut.
    '--innodb-flush-log-at-trx-commit=0',
  ]);
  const kill = (): void => void server.kill('SIGKILL');
  process.once('exit', kill);
  await untilReady(server);
  return {
    host: '127.0.0.1',
    port,
    user,
    password,
    async stop() {
      process.off('exit', kill);
      const exited = once(server, 'exit');
      kill();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Does the work of `mariadb-install-db`, which not every package contains: creates the system tables and the first account.
 */
function prepare(program: string, folder: string, account: { readonly user: string; readonly password: string }): void {
  const { stdout: help } = spawnSync(program, ['--no-defaults', '--verbose', '--help'], { encoding: 'utf8' });
  const charsets = /^character-sets-dir\s+(\S+)/m.exec(help)?.[1];
  if (!charsets) throw new Error(`${program} does not say where its files are:\n${help.slice(0, 500)}`);
  const share = dirname(charsets.replace(/\/$/, ''));
  const files = ['system_tables', 'performance_tables', 'system_tables_data'];
  const tables = files.map((name) => readFileSync(join(share, `mysql_${name}.sql`), 'utf8'));
  const grantee = `'${account.user}'@'%'`;
  const script = [
    'CREATE DATABASE mysql;',
    'USE mysql;',
    ...tables,
    'FLUSH PRIVILEGES;',
    `CREATE USER ${grantee} IDENTIFIED BY '${account.password}';`,
    `GRANT ALL PRIVILEGES ON *.* TO ${grantee} WITH GRANT OPTION;`,
  ].join('\n');
  for (const name of ['data', 'temporary']) mkdirSync(join(folder, name));
  const { status, stderr } = spawnSync(program, [...commonOptions(folder), '--bootstrap'], {
    input: script,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`MariaDB did not set up its data: ${stderr.slice(-2000)}`);
}

async function untilReady(server: ChildProcess): Promise<void> {
  let printed = '';
  // The pipe stays open: a server whose messages go nowhere may end.
  for await (const chunk of server.stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    if (printed.includes('ready for connections')) {
      server.stderr?.resume();
      return;
    }
  }
  throw new Error(`MariaDB did not start: ${printed.slice(-2000)}`);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
