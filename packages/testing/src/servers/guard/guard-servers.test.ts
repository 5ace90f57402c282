import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';

/** The code of a process that starts a server, prints its port and its folder, and ends in the given way. */
const owner = (ending: string) => `
import { spawn } from 'node:child_process';
import { createGuardedFolder, guardServer } from '${new URL('./guard-servers.ts', import.meta.url)}';
const folder = createGuardedFolder('guarded-');
const listen = "const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port))";
const server = spawn(process.execPath, ['--eval', listen]);
guardServer(server);
server.stdout.once('data', (port) =>
  process.stdout.write(JSON.stringify({ port: Number(port), folder }), () => { ${ending} }));
`;

async function responds(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

it.each([
  ['is killed', "process.kill(process.pid, 'SIGKILL')"],
  ['is interrupted', "process.kill(process.pid, 'SIGINT')"],
  ['exits', 'process.exit(0)'],
])('a server and its folder do not outlive a process that %s', async (_how, ending) => {
  const started = spawn(process.execPath, ['--input-type=module', '--eval', owner(ending)]);
  const exited = once(started, 'exit');
  const [printed] = (await once(started.stdout, 'data')) as [Buffer];
  const { port, folder } = JSON.parse(printed.toString());
  await exited;
  await expect.poll(() => responds(port), { timeout: 60_000 }).toBe(false);
  await expect.poll(() => existsSync(folder), { timeout: 60_000 }).toBe(false);
});
