import { createRawReceiver, createReceiver, type RawReceiver } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { createConnection } from '../../adapters/undici-transport/connection.ts';
import { createUndiciTransport } from '../../adapters/undici-transport/create-undici-transport.ts';
import type { OpenSocket, SocketRequest } from '../../adapters/undici-transport/open-socket.ts';
import type { ResolvedAddress } from '../../adapters/undici-transport/resolve-host.ts';
import { createAddressGuard } from './address-guard.ts';
import { BLOCKED_RANGES, METADATA_ADDRESSES } from './blocked-ranges.ts';

const blocked = { kind: 'failure', code: 'GUARD_BLOCKED', phase: 'guard', connect: false };
let canary: RawReceiver;
let canary6: RawReceiver;

beforeAll(async () => {
  canary = await createRawReceiver();
  canary6 = await createRawReceiver(() => {}, '::1');
});
afterAll(async () => {
  await canary.close();
  await canary6.close();
});

async function send(url: string, resolved: readonly ResolvedAddress[] = [], allow: { cidr: string }[] = []) {
  await using transport = disposable(
    createUndiciTransport({ guard: createAddressGuard({ allow }), resolveHost: async () => resolved }),
  );
  return await transport.send(
    { url, method: 'POST', headers: {}, body: Buffer.from('{}'), deadlineMs: 5000, responseLimit: 100 },
    new AbortController().signal,
  );
}

function disposable<T extends { close(): Promise<void> }>(value: T): T & AsyncDisposable {
  return { ...value, [Symbol.asyncDispose]: () => value.close() };
}

const loopback4 = { address: '127.0.0.1', family: 4 };
const loopback6 = { address: '::1', family: 6 };
const elsewhere = { address: '93.184.215.14', family: 4 };

describe('the canary on loopback accepts no connection', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '017700000001',
    '0x7F.0x0.0x0.0x1',
    '127.0.1',
    '%31%32%37.0.0.1',
    '127.0.0.1%2E',
    '𝟭𝟮𝟳.𝟬.𝟬.𝟭',
    'hooks.example.com@127.0.0.1',
    'hooks.example.com:443@127.0.0.1',
  ])('for %s', async (host) => {
    expect(await send(`http://${host}:${canary.port}/`)).toMatchObject(blocked);
    expect(canary.connections).toBe(0);
  });

  it.each(['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::1%25lo]', '[::1%lo]', '[::0.0.0.1]'])(
    'for %s',
    async (host) => {
      expect(await send(`http://${host}:${canary6.port}/`)).toMatchObject(blocked);
      expect(canary6.connections).toBe(0);
    },
  );

  it.each([
    ['of loopback', [loopback4]],
    ['of loopback in IPv6 alone', [loopback6]],
    ['of IPv4 in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['mixed, the public one first', [elsewhere, loopback4]],
    ['mixed, the private one first', [loopback4, elsewhere]],
    ['none', []],
    ['no address', [{ address: 'localhost', family: 4 }]],
  ])('for a name whose response is %s', async (_, resolved) => {
    expect(await send(`http://rebinding.example:${canary.port}/`, resolved)).toMatchObject(blocked);
    expect(canary.connections).toBe(0);
  });

  it('for names that look like an address and resolve to another one', async () => {
    for (const host of ['localhost', 'localhost.', 'LOCALHOST', 'xn--127-0-0-1', '127.0.0.1.nip.example']) {
      expect(await send(`http://${host}:${canary.port}/`, [loopback4])).toMatchObject({ code: 'GUARD_BLOCKED' });
    }
    expect(canary.connections).toBe(0);
  });

  it('for a name that responds with a public address first and with the loopback one at the next connection', async () => {
    const responses = [[elsewhere], [loopback4], [elsewhere, loopback4]];
    const asked: SocketRequest[] = [];
    const openSocket: OpenSocket = (request) => {
      asked.push(request);
      throw new Error('No test may come this far.');
    };
    const resolveHost = async () => responses.shift() ?? [];
    await using transport = disposable(createUndiciTransport({ resolveHost, openSocket }));
    const outcomes = [];
    for (let time = 0; time < 3; time += 1) {
      outcomes.push(
        await transport.send(
          {
            url: `http://rebinding.example:${canary.port}/`,
            method: 'POST',
            headers: {},
            body: Buffer.from('{}'),
            deadlineMs: 5000,
            responseLimit: 100,
          },
          new AbortController().signal,
        ),
      );
    }
    expect(outcomes.slice(1)).toMatchObject([blocked, blocked]);
    // The vetted address is the one that is connected to: the name is not looked up again in between.
    expect(asked).toMatchObject([{ hostname: 'rebinding.example', addresses: [elsewhere] }]);
    expect(canary.connections).toBe(0);
  });

  it('for a redirect', async () => {
    await using receiver = await createReceiver((_, response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${canary.port}/` }).end(),
    );
    expect(await send(`${receiver.url}/`, [], [{ cidr: '127.0.0.1' }])).toMatchObject({ statusCode: 307 });
    expect(canary.connections).toBe(0);
  });
});

describe('the connector', () => {
  const asked: SocketRequest[] = [];
  const openSocket: OpenSocket = (request) => {
    asked.push(request);
    throw new Error('No test may come this far.');
  };

  const connect = (hostname: string, resolved: readonly ResolvedAddress[] = []) => {
    const guard = createAddressGuard();
    const resolveHost = async () => resolved;
    const connection = createConnection({ guard, resolveHost, openSocket, clock: createSystemClock() });
    return new Promise<unknown>((resolve) => {
      connection.connect({ hostname, protocol: 'http:', port: '80' }, (...[error]) => resolve(error));
    });
  };

  const addresses = [...BLOCKED_RANGES.map(([range]) => range.split('/')[0] as string), ...METADATA_ADDRESSES];

  it.each(addresses)('is never called for %s, as a literal or behind a name', async (address) => {
    expect(await connect(address)).toMatchObject({ code: 'GUARD_BLOCKED' });
    const family = address.includes(':') ? 6 : 4;
    expect(await connect('inside.example', [{ address, family }])).toMatchObject({ code: 'GUARD_BLOCKED' });
    expect(await connect('inside.example', [elsewhere, { address, family }])).toMatchObject({ code: 'GUARD_BLOCKED' });
    expect(asked).toEqual([]);
  });

  it('is called with the vetted addresses only', async () => {
    await connect('hooks.example.com', [elsewhere]);
    expect(asked.splice(0)).toMatchObject([{ hostname: 'hooks.example.com', addresses: [elsewhere] }]);
  });
});

it('a connection to another address than the vetted one is closed immediately', async () => {
  await using receiver = await createRawReceiver((socket) => socket.resume());
  const { createSocketOpener } = await import('../../adapters/undici-transport/open-socket.ts');
  const open = createSocketOpener();
  // As if the system connected to another address than it was told.
  const openSocket: OpenSocket = (request) => open({ ...request, hostname: '127.0.0.1', port: receiver.port });
  const transport = createUndiciTransport({ openSocket, resolveHost: async () => [elsewhere] });
  const outcome = await transport.send(
    {
      url: 'http://hooks.example.com/',
      method: 'POST',
      headers: {},
      body: Buffer.from('{}'),
      deadlineMs: 5000,
      responseLimit: 100,
    },
    new AbortController().signal,
  );
  await transport.close();
  expect(outcome).toMatchObject(blocked);
});
