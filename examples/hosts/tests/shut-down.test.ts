import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startFastify } from '../src/fastify.ts';
import { startHono } from '../src/hono.ts';
import { startNest } from '../src/nest.ts';
import { startNodeHttp } from '../src/node-http.ts';
import { ADA, startTestHost } from './support/start-test-host.ts';

it.each([
  ['node:http', startNodeHttp],
  ['Fastify', startFastify],
  ['Hono', startHono],
  ['NestJS', startNest],
])('%s ends its connections although the instance cannot be closed', async (_name, start) => {
  await using host = await startTestHost(start);
  const failing = { ...host.portcullis, close: () => Promise.reject(new Error('The queue is gone.')) };
  const server = await start({ portcullis: failing, authenticate: async () => ADA, port: 0 });
  const socket = connect(server.port, '127.0.0.1').resume();
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await Promise.allSettled([server.close()]);
  await ended;
});

// Windows has no SIGTERM for a child process, which it only kills.
it.skipIf(process.platform === 'win32')(
  'a process of Next.js exits although the instance cannot be closed',
  async () => {
    const script = `
      import { drainOnSignal } from './src/next/drain-on-signal.ts';
      process.on('unhandledRejection', () => {}); // Like Next.js.
      drainOnSignal({ close: () => Promise.reject(new Error('The queue is gone.')) });
      setInterval(() => console.log('ready'), 10);
    `;
    const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '..'),
    });
    const exited = once(child, 'exit');
    const errors = text(child.stderr);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await exited).toEqual([1, null]);
    expect(await errors).toContain('The queue is gone.');
  },
);
