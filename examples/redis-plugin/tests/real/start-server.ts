import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellSyntax } from '@portcullis/plugin-api';
import type { RealPlatform } from '@portcullis/testing';
import { startRedis } from '@portcullis/testing/redis';
import { createClient } from '@redis/client';

/** The administrator of every server. */
export const ADMINISTRATOR = { username: 'administrator', password: 'Admin4Account "Password' } as const;

/** A Redis or Valkey with an ACL file, and its administrator. */
export interface RealServer extends RealPlatform {
  readonly port: number;
  /** Sends a command as an administrator. */
  send(...command: readonly string[]): Promise<unknown>;
  /** Runs a script with `sh`. Nothing in it is commented out. */
  runScript(script: string): Promise<string | undefined>;
  /** The accounts that a restart would restore, in the form of `look`. */
  saved(): Readonly<Record<string, unknown>>;
}

/**
 * Starts a server.
 *
 * @param persistence - the options of the command line with which it keeps its accounts. @default an ACL file
 */
export async function startServer(program: string, persistence?: readonly string[]): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-redis-'));
  const file = join(folder, 'users.acl');
  writeFileSync(file, '');
  const { url, kill } = await startRedis(program, { settings: persistence ?? ['--aclfile', file] });
  const port = Number(new URL(url).port);
  const admin = createClient({ url });
  await admin.connect();
  const send: RealServer['send'] = (...command) => admin.sendCommand(command);
  const list = async () => (await send('ACL', 'LIST')) as readonly string[];
  await send('ACL', 'SETUSER', ADMINISTRATOR.username, 'on', `>${ADMINISTRATOR.password}`, '~*', '&*', '+@all');
  const first = await list();
  return {
    port,
    send,
    look: async () => accountsIn(await list()),
    saved: () => accountsIn(readFileSync(file, 'utf8').split('\n')),
    async make({ name }) {
      await send('ACL', 'SETUSER', name, 'on', '>mine', '~mine:*');
      return name;
    },
    async clean() {
      const names = Object.keys(accountsIn(await list())).filter((name) => !(name in accountsIn(first)));
      for (const name of names) await send('ACL', 'DELUSER', name);
    },
    async runScript(script) {
      const { status, stderr } = spawnSync('sh', ['-c', `${aliasOf(program, port)}\n${script}`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, REDISCLI_AUTH: ADMINISTRATOR.password },
      });
      return status === 0 && stderr === '' ? undefined : stderr;
    },
    async close() {
      admin.destroy();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The rules of each account, without passwords. */
function accountsIn(lines: readonly string[]): Readonly<Record<string, string>> {
  const accounts = lines.flatMap((line) => {
    const [word, name = '', ...rules] = line.split(' ');
    return word === 'user' ? [[name, rules.filter((rule) => !/^#[0-9a-f]{64}$/.test(rule)).join(' ')]] : [];
  });
  return Object.fromEntries(accounts);
}

/** Makes the scripts call the client that is part of the server, as the administrator. */
function aliasOf(program: string, port: number): string {
  const { quote } = shellSyntax('sh');
  const client = program.replace(/-server(?=[^/\\]*$)/, '-cli');
  const call = [client, '-p', String(port), '--user', ADMINISTRATOR.username];
  return `alias redis-cli=${quote(call.map(quote).join(' '))}`;
}
