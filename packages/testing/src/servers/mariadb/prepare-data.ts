import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The data of a stopped server, for copying. */
export interface MariaDbData {
  readonly folder: string;
  /** An account with every privilege. */
  readonly user: string;
  readonly password: string;
}

/** Options without durability: the data of a test need not survive a power cut. */
export const FAST_OPTIONS = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=0',
];

/** Returns the options of every start: nothing from the settings of the machine. */
export function commonOptions(folder: string): readonly string[] {
  // A server removes existing temporary tables when it starts: each needs a separate folder for them.
  const folders = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'temporary')}`];
  // Small logs are soon copied. Servers refuse to run as root without the last option.
  const small = ['--innodb-log-file-size=16M', '--innodb-undo-tablespaces=0', '--skip-log-bin'];
  return ['--no-defaults', ...folders, ...small, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
}

/**
 * Does the work of `mariadb-install-db`, which not every package contains: creates the system tables, the first account and
 * empty databases.
 *
 * @param program - the path of `mariadbd`.
 * @throws Error with the output of the program if it fails.
 */
export async function prepareData(program: string, folder: string, databases: readonly string[]): Promise<MariaDbData> {
  const [user, password] = ['administrator', randomBytes(18).toString('base64url')];
  const run = promisify(execFile);
  const { stdout: help } = await run(program, ['--no-defaults', '--verbose', '--help'], { maxBuffer: 2 ** 24 });
  const charsets = /^character-sets-dir\s+(\S+)/m.exec(help)?.[1];
  if (!charsets) throw new Error(`${program} does not say where its files are:\n${help.slice(0, 500)}`);
  const share = dirname(charsets.replace(/\/$/, ''));
  const files = ['system_tables', 'performance_tables', 'system_tables_data'];
  const tables = files.map((name) => readFileSync(join(share, `mysql_${name}.sql`), 'utf8'));
  const grantee = `'${user}'@'%'`;
  const script = [
    'CREATE DATABASE mysql;',
    'USE mysql;',
    ...tables,
    'FLUSH PRIVILEGES;',
    `CREATE USER ${grantee} IDENTIFIED BY '${password}';`,
    `GRANT ALL PRIVILEGES ON *.* TO ${grantee} WITH GRANT OPTION;`,
    ...databases.map((name) => `CREATE DATABASE ${name};`),
  ].join('\n');
  for (const name of ['data', 'temporary']) mkdirSync(join(folder, name));
  const started = run(program, [...commonOptions(folder), '--bootstrap', ...FAST_OPTIONS]);
  started.child.stdin?.end(script);
  await started;
  return { folder, user, password };
}
