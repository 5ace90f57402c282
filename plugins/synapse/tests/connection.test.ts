import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { type AnyPluginDefinition, classifyFailure, definitionOf, type Plugin } from '@portcullis/plugin-api';
import { Connection, Request } from 'tedious';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnector } from '../src/connection/guarded-connector.ts';
import { type Driver, type DriverConfig, type LoadDriver, synapse } from '../src/index.ts';
import { SAMPLES } from '../src/samples.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const servers: Server[] = [];
const certificate = (name: string): string => readFileSync(join(import.meta.dirname, 'certificates', name), 'utf8');

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** Lets a server listen on this machine, and returns its port. */
async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

async function connect(
  plugin: Plugin,
  changes: object,
  { deadlineMs = 60_000, signal = new AbortController().signal } = {},
): Promise<unknown> {
  const definition: AnyPluginDefinition = definitionOf(plugin);
  const config = definition.config.parse({ ...SAMPLES[0], ...changes });
  const request = { config, stage: 'pool', actor: 'setup', mode: 'automatic', facts: {}, secrets: {} } as const;
  return definition.connect?.({ ...request, signal, deadlineMs, logger: quiet });
}

/** Returns the plugin's classification of a real connection failure. */
async function failureOf(plugin: Plugin, changes: object, options?: { readonly deadlineMs?: number }) {
  const error = await connect(plugin, changes, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return classifyFailure(error, definitionOf(plugin).classifyError);
}

/** Returns the driver with a resolver of the test in its connector. */
function withLookup(lookup: Parameters<typeof createConnector>[0]['lookup'] & {}): LoadDriver {
  return async () => {
    class Resolving extends Connection {
      constructor(config: DriverConfig) {
        const connector = createConnector({ localPorts: [], onSocket: () => {}, lookup });
        super({ ...config, options: { ...config.options, connector } } as never);
      }
    }
    return { Connection: Resolving, Request } as unknown as Driver;
  };
}

describe('connecting with the real driver', () => {
  it('reports a closed port', async () => {
    const port = await listening(createTcpServer());
    await new Promise((done) => servers.pop()?.close(done));
    const plugin = synapse({ localPorts: [port] });
    expect(await failureOf(plugin, { host: '127.0.0.1', port })).toMatchObject({
      class: 'network',
      code: 'ECONNREFUSED',
      message: expect.stringContaining('nothing listens'),
    });
  });

  it('reports an unknown host name', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const driver = withLookup(((_host: string, _options: object, respond: (error: Error) => void) =>
      process.nextTick(respond, unknown)) as never);
    expect(await failureOf(synapse({ driver }), {})).toMatchObject({ class: 'network', code: 'ENOTFOUND' });
  });

  it('does not connect to a name that resolves to this machine or to internal cloud addresses', async () => {
    for (const address of ['127.0.0.1', '169.254.169.254', '168.63.129.16']) {
      const driver = withLookup(((_host: string, _options: object, respond: (...all: unknown[]) => void) =>
        process.nextTick(respond, null, [{ address, family: 4 }])) as never);
      const failure = await failureOf(synapse({ driver }), {});
      expect(failure).toMatchObject({ class: 'invalid-input', message: expect.stringContaining('this machine') });
    }
  });

  it('connects only to the allowed ports of this machine', async () => {
    let connections = 0;
    const port = await listening(createTcpServer(() => (connections += 1)));
    const failure = await failureOf(synapse({ localPorts: [port + 1] }), { host: 'localhost', port });
    expect(failure).toMatchObject({ class: 'invalid-input', message: expect.stringContaining(String(port + 1)) });
    expect(connections).toBe(0);
  });

  it('reports a time-out of the server', async () => {
    const port = await listening(createTcpServer((socket) => socket.on('error', () => {}).resume()));
    const plugin = synapse({ localPorts: [port] });
    const failure = await failureOf(plugin, { host: '127.0.0.1', port }, { deadlineMs: 300 });
    expect(failure).toMatchObject({ class: 'timeout', code: 'ETIMEOUT' });
  });

  it('reports a reset connection', async () => {
    const port = await listening(createTcpServer((socket) => socket.on('error', () => {}).destroy()));
    const failure = await failureOf(synapse({ localPorts: [port] }), { host: '127.0.0.1', port });
    expect(failure).toMatchObject({ class: 'network', message: 'The connection was closed unexpectedly.' });
  });

  it('rejects an untrusted certificate', async () => {
    const tls = { key: certificate('server.key.pem'), cert: certificate('server.pem') };
    const port = await listening(createTlsServer(tls, (socket) => socket.on('error', () => {}).resume()));
    const plugin = synapse({ localPorts: [port], encryption: 'strict' });
    const failure = await failureOf(plugin, { host: 'localhost', port });
    expect(failure).toMatchObject({ class: 'tls', message: 'The certificate of the platform is not trusted.' });
  });

  it('reports a server without TLS', async () => {
    const port = await listening(
      createTcpServer((socket) =>
        socket
          .on('error', () => {})
          .resume()
          .end('HTTP/1.1 400 Bad\r\n\r\n'),
      ),
    );
    const plugin = synapse({ localPorts: [port], encryption: 'strict' });
    expect(await failureOf(plugin, { host: 'localhost', port })).toMatchObject({ class: 'tls' });
  });

  it('stops as soon as the caller aborts, and leaves no connection open', async () => {
    const controller = new AbortController();
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((done) => {
      closed = done;
    });
    const port = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {}).on('close', () => closed?.());
        socket.resume();
        controller.abort(new Error('The caller has aborted.'));
      }),
    );
    const plugin = synapse({ localPorts: [port] });
    const opening = connect(plugin, { host: '127.0.0.1', port }, { deadlineMs: 60_000, signal: controller.signal });
    await expect(opening).rejects.toThrow('The caller has aborted.');
    await gone;
  });

  it('names the package to install if the driver is missing', async () => {
    const missing = Object.assign(new Error("Cannot find package 'tedious'"), { code: 'ERR_MODULE_NOT_FOUND' });
    const { loadTedious } = await import('../src/connection/driver.ts');
    await expect(loadTedious(() => Promise.reject(missing))).rejects.toMatchObject({
      failureClass: 'unsupported',
      help: 'Ask the operator of the service to run: npm install tedious',
      cause: missing,
    });
  });

  it('reports missing credentials after an automatic set-up', async () => {
    const definition: AnyPluginDefinition = definitionOf(synapse());
    const { username: _username, password: _password, ...config } = definition.config.parse(SAMPLES[0]);
    const opening = definition.connect?.({
      config,
      stage: 'pool',
      actor: 'setup',
      mode: 'automatic',
      facts: {},
      secrets: {},
      signal: new AbortController().signal,
      deadlineMs: 1_000,
      logger: quiet,
    });
    await expect(opening).rejects.toMatchObject({ failureClass: 'credentials' });
  });
});
