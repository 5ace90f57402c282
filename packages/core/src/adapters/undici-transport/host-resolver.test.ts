import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@portcullis/testing';
import { decode, encode, type Packet, RECURSION_AVAILABLE } from 'dns-packet';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHostResolver } from './host-resolver.ts';

const NXDOMAIN = 3;
const SERVFAIL = 2;

/** The response of a server for a name and a type: addresses, the code of an error, or none. */
type Records = (name: string, type: string) => readonly string[] | number | 'nothing';

/** A name server on the loopback address. */
async function startNameServer(recordsOf: Records, ttl = 30) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const { name, type } = question;
    asked.push(`${type} ${name}`);
    const records = recordsOf(name, type);
    if (records === 'nothing') return;
    const isError = typeof records === 'number';
    const reply: Packet = {
      type: 'response',
      id: query.id ?? 0,
      flags: RECURSION_AVAILABLE | (isError ? records : 0),
      questions: [question],
      answers: isError ? [] : records.map((data) => ({ type: type as 'A' | 'AAAA', name, ttl, data })),
    };
    socket.send(encode(reply), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { asked, server: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
const hostsFile = join(folder, 'hosts');
beforeAll(() => {
  writeFileSync(
    hostsFile,
    '# comment\n127.0.0.1 localhost\n192.0.2.9\tHooks.Local.test other # end\n::1 localhost\nbad line\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function setUp(recordsOf: Records, options: { ttl?: number; queryTimeoutMs?: number } = {}) {
  const { asked, server, stop } = await startNameServer(recordsOf, options.ttl);
  stops.push(stop);
  const clock = createFakeClock();
  const systemLookup = vi.fn(async (_hostname: string) => [{ address: '192.0.2.77', family: 4 }]);
  const { queryTimeoutMs = 2000 } = options;
  const resolve = createHostResolver({ clock, servers: [server], hostsFile, systemLookup, queryTimeoutMs });
  return { asked, clock, resolve, systemLookup };
}

const bothFamilies: Records = (_name, type) => (type === 'A' ? ['192.0.2.1', '192.0.2.2'] : ['2001:db8::1']);
const addressesOf = (found: readonly { readonly address: string }[]) => found.map(({ address }) => address).toSorted();

describe('addresses of a name', () => {
  it('are those of the hosts file, if the file has the name', async () => {
    const { asked, resolve, systemLookup } = await setUp(bothFamilies);
    expect(await resolve('hooks.local.test')).toEqual([{ address: '192.0.2.9', family: 4 }]);
    expect(addressesOf(await resolve('localhost'))).toEqual(['127.0.0.1', '::1']);
    expect(asked).toEqual([]);
    expect(systemLookup.mock.calls).toEqual([]);
  });

  it('are those of the name servers, of both families', async () => {
    const { resolve, systemLookup } = await setUp(bothFamilies);
    const found = await resolve('Hooks.Example.com.');
    expect(addressesOf(found)).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(found.map(({ family }) => family)).toEqual([4, 4, 6]);
    expect(systemLookup).not.toHaveBeenCalled();
  });

  it('are queried once at a time, and again after their time to live, at most a minute', async () => {
    const { asked, clock, resolve } = await setUp((_name, type) => (type === 'A' ? ['192.0.2.1'] : []), { ttl: 3600 });
    await Promise.all([resolve('a.example.com'), resolve('A.example.com'), resolve('a.example.com.')]);
    expect(asked).toHaveLength(2);
    clock.advance(59_999);
    await resolve('a.example.com');
    expect(asked).toHaveLength(2);
    clock.advance(1);
    await resolve('a.example.com');
    expect(asked).toHaveLength(4);
  });

  it('are cached for at least a second, regardless of their time to live', async () => {
    const { asked, clock, resolve } = await setUp((_name, type) => (type === 'A' ? ['192.0.2.1'] : []), { ttl: 0 });
    await resolve('a.example.com');
    clock.advance(999);
    await resolve('a.example.com');
    expect(asked).toHaveLength(2);
    clock.advance(1);
    await resolve('a.example.com');
    expect(asked).toHaveLength(4);
  });

  it('of one family do not wait for long for the other', async () => {
    const { asked, clock, resolve } = await setUp((_name, type) => (type === 'A' ? ['192.0.2.1'] : 'nothing'));
    const found = resolve('a.example.com');
    await vi.waitFor(() => expect(asked).toHaveLength(2), 60_000);
    await vi.waitFor(async () => {
      clock.advance(50);
      expect(await Promise.race([found, undefined])).toEqual([{ address: '192.0.2.1', family: 4 }]);
    }, 60_000);
  });
});

describe('a name whose servers do not respond', () => {
  it('delays no other name, even if there are many of them', async () => {
    const recordsOf: Records = (name, type) => (name.startsWith('hangs') ? 'nothing' : bothFamilies(name, type));
    const { resolve } = await setUp(recordsOf, { queryTimeoutMs: 250 });
    const ends: string[] = [];
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
      resolve(`hangs${number}.example.com`).then(
        () => {},
        ({ code }: NodeJS.ErrnoException) => ends.push(code ?? ''),
      );
    }
    expect(addressesOf(await resolve('well.example.com'))).toContain('192.0.2.1');
    expect(ends).toEqual([]);
    await vi.waitFor(() => expect(ends).toEqual(Array(8).fill('ETIMEOUT')), 60_000);
  });
});

describe('a name that cannot be found', () => {
  it('by name servers is resolved by the operating system, as is a name without a dot', async () => {
    const { asked, resolve, systemLookup } = await setUp(() => NXDOMAIN);
    expect(addressesOf(await resolve('service.namespace'))).toEqual(['192.0.2.77']);
    expect(asked).toHaveLength(2);
    expect(addressesOf(await resolve('service'))).toEqual(['192.0.2.77']);
    expect(asked).toHaveLength(2);
    expect(systemLookup.mock.calls).toEqual([['service.namespace'], ['service']]);
  });

  it('is resolved by the operating system one at a time', async () => {
    const { resolve, systemLookup } = await setUp(() => NXDOMAIN);
    const ends: ((found: { address: string; family: number }[]) => void)[] = [];
    systemLookup.mockImplementation(() => new Promise((end) => ends.push(end)));
    const found = Promise.all([resolve('one'), resolve('two')]);
    await vi.waitFor(() => expect(ends).toHaveLength(1), 60_000);
    ends[0]?.([{ address: '192.0.2.1', family: 4 }]);
    await vi.waitFor(() => expect(ends).toHaveLength(2), 60_000);
    ends[1]?.([{ address: '192.0.2.2', family: 4 }]);
    expect((await found).map(addressesOf)).toEqual([['192.0.2.1'], ['192.0.2.2']]);
  });

  it('fails with the error of the operating system, and is resolved again after two seconds', async () => {
    const { clock, resolve, systemLookup } = await setUp(() => NXDOMAIN);
    systemLookup.mockRejectedValue(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    await expect(resolve('gone.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    clock.advance(1999);
    await expect(resolve('gone.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(systemLookup).toHaveBeenCalledTimes(1);
    clock.advance(1);
    systemLookup.mockResolvedValue([{ address: '192.0.2.1', family: 4 }]);
    expect(addressesOf(await resolve('gone.example.com'))).toEqual(['192.0.2.1']);
  });

  it('because there is no name server is resolved by the operating system', async () => {
    const { server, stop } = await startNameServer(() => NXDOMAIN);
    stop();
    const systemLookup = vi.fn(async (_hostname: string) => [{ address: '192.0.2.77', family: 4 }]);
    const resolve = createHostResolver({ clock: createFakeClock(), servers: [server], hostsFile, systemLookup });
    expect(addressesOf(await resolve('a.example.com'))).toEqual(['192.0.2.77']);
  });

  it('because the servers fail is not resolved by the operating system', async () => {
    const { resolve, systemLookup } = await setUp(() => SERVFAIL);
    await expect(resolve('a.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect(systemLookup).not.toHaveBeenCalled();
  });
});
