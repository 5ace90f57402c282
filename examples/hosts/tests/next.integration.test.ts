import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNextApp, NEXT_ENVIRONMENT } from './support/build-next-app.ts';
import { connectEvents } from './support/connect-events.ts';
import { type InstalledNext, installNext } from './support/install-next.ts';
import { send } from './support/send.ts';

const next = await installNext();
if ('missing' in next) console.warn(`Skipped: ${next.missing}`);

// Windows has no SIGTERM for a child process, which it only kills.
describe.skipIf(process.platform === 'win32' || 'missing' in next)('a production build of Next.js', () => {
  const stops: (() => Promise<void>)[] = [];
  let server: ChildProcess;
  let port: number;
  let cookie: string;

  beforeAll(async () => {
    const build = await buildNextApp(next as InstalledNext);
    stops.unshift(async () => build[Symbol.dispose]());
    port = await freePort();
    server = spawn(
      process.execPath,
      [build.command, 'start', '--hostname', '127.0.0.1', '--port', String(port), build.folder],
      {
        env: {
          ...NEXT_ENVIRONMENT,
          NEXT_MANUAL_SIG_HANDLE: 'true',
          PUBLIC_URL: 'https://data.example.com',
          STORE_FILE: join(build.folder, 'portcullis.db'),
          PORTCULLIS_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
        stdio: 'ignore',
      },
    );
    const exit = once(server, 'exit');
    stops.unshift(async () => {
      server.kill('SIGKILL');
      await exit;
    });
    await vi.waitFor(() => send(port, 'GET /governance/healthz', {}), { timeout: 60_000 });
    const signedIn = await send(port, 'POST /sign-in', {});
    [cookie = ''] = signedIn.headers['set-cookie']?.[0]?.split(';') ?? [];
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it('returns 401 without a session', async () => {
    const response = await send(port, 'GET /governance/integrations', {});
    expect(response).toMatchObject({ status: 401, json: { code: 'API_KEY_MISSING' } });
  });

  it('acts for the user of the session', async () => {
    const response = await send(port, 'POST /governance/api-keys', { json: { name: 'my key' }, headers: { cookie } });
    expect(response).toMatchObject({ status: 201, json: { principalName: 'Ada' } });
  });

  it('answers unknown paths below its own, and leaves other paths to the host', async () => {
    const unknown = await send(port, 'GET /governance/a/b/c', { headers: { cookie } });
    expect(unknown).toMatchObject({ status: 404, json: { code: 'ROUTE_NOT_FOUND' } });
    expect(await send(port, 'POST /echo', { json: { a: 1 } })).toMatchObject({ json: { a: 1 } });
  });

  it('names its public address, which is not that of the request', async () => {
    const document = await send(port, 'GET /governance/openapi.json', {});
    expect(document.json).toMatchObject({ servers: [{ url: 'https://data.example.com/governance' }] });
  });

  it('returns 413 for a body above the limit', async () => {
    const json = { name: 'x'.repeat(1_048_576) };
    const response = await send(port, 'POST /governance/api-keys', { json, headers: { cookie } });
    expect(response).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
  });

  it('does not treat an encoded slash as the end of a segment', async () => {
    const response = await send(port, 'GET /governance/integrations/1%2Fstatus', { headers: { cookie } });
    expect(response).toMatchObject({ status: 400, json: { code: 'PARAMETER_INVALID' } });
  });

  it('streams events; on SIGTERM, ends the stream, accepts no more connections and exits', async () => {
    const created = await send(port, 'POST /governance/integrations', { json: { type: 'Trino' }, headers: { cookie } });
    expect(created).toMatchObject({
      status: 201,
      headers: { location: 'https://data.example.com/governance/integrations/1' },
    });
    const events = await connectEvents(port, '/governance/integrations/1/operations', { cookie });
    expect(await events.next()).toMatchObject({ event: 'snapshot' });
    // A request whose body is still arriving keeps the server from exiting at once.
    const open = connect(port, '127.0.0.1').on('error', () => undefined);
    open.write(
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await send(port, 'GET /governance/healthz', {});
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    let event = await events.next();
    while (event !== undefined) event = await events.next();
    await expect(send(port, 'GET /governance/healthz', {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(server.exitCode).toBeNull();
    open.destroy();
    expect(await exited).toEqual([0, null]);
  });
});
