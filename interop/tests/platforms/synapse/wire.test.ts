import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal, refusals } from '../../../src/platforms/synapse/emulator/engine/refusal.ts';
import type { Fault, Pending } from '../../../src/platforms/synapse/emulator/tds/connection.ts';
import type { Login } from '../../../src/platforms/synapse/emulator/tds/login.ts';
import type { Outcome } from '../../../src/platforms/synapse/emulator/tds/outcomes.ts';
import type { Request } from '../../../src/platforms/synapse/emulator/tds/requests.ts';
import { startTdsServer, type TdsServer } from '../../../src/platforms/synapse/emulator/tds/server.ts';
import { type ClientOptions, connectClient, type ManualClient } from '../../../src/platforms/synapse/manual-client.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';

const authority = createCertificateAuthority();
const SIGN_IN = { userName: 'ada', password: 'Pä55 "w\\ord😀', database: 'pool' };

let server: TdsServer;
let fault: Fault | undefined;
let responses: readonly Outcome[];
let resolvePending: (pending: Pending) => void;
const received = { logins: [] as Login[], requests: [] as Request[] };
const clients: ManualClient[] = [];

async function start(certificate = authority.issue(['localhost', '*.sql.azuresynapse.net'])): Promise<void> {
  server = await startTdsServer(
    {
      name: 'emulator',
      faultFor: () => fault,
      hung: (pending) => resolvePending(pending),
      signIn(login) {
        received.logins.push(login);
        if (login.password !== SIGN_IN.password) throw refusals.badLogin(login.userName);
        return {
          run(request) {
            received.requests.push(request);
            return request.text.startsWith('set ') ? [] : responses;
          },
          close() {},
        };
      },
    },
    certificate,
  );
}

async function connect(changes: Partial<ClientOptions> = {}): Promise<ManualClient> {
  const client = await connectClient({ port: server.port, ca: authority.cert, ...SIGN_IN, ...changes });
  clients.push(client);
  return client;
}

beforeEach(async () => {
  fault = undefined;
  responses = [];
  Object.assign(received, { logins: [], requests: [] });
  await start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.stop();
});

describe.each([
  ['TLS inside TDS', true],
  ['TDS inside TLS', 'strict'],
] as const)('the real driver, with %s', (_name, encrypt) => {
  it('signs in with names and a password of any characters', async () => {
    await connect({ encrypt });
    expect(received.logins).toEqual([expect.objectContaining({ ...SIGN_IN, serverName: '127.0.0.1' })]);
  });

  it('reads columns of every type, and empty results', async () => {
    responses = [
      {
        columns: [
          { name: 'bit', type: 'bit' },
          { name: 'int', type: 'int' },
          { name: 'small', type: 'smallint' },
          { name: 'tiny', type: 'tinyint' },
          { name: 'big', type: 'bigint' },
          { name: 'float', type: 'float' },
          { name: 'text', type: 'nvarchar' },
          { name: 'at', type: 'datetime' },
          { name: 'bytes', type: 'varbinary' },
        ],
        rows: [
          [true, -7, -3, 255, 2 ** 40, 1.5, 'ä]😀', new Date('2026-11-21T10:00:00Z'), Buffer.from([1, 2])],
          [null, null, null, null, null, null, null, null, null],
        ],
      },
    ];
    const { rows } = await (await connect({ encrypt })).batch('SELECT');
    expect(Object.values(rows[0] ?? {})).toEqual([
      true,
      -7,
      -3,
      255,
      String(2 ** 40),
      1.5,
      'ä]😀',
      new Date('2026-11-21T10:00:00Z'),
      Buffer.from([1, 2]),
    ]);
    expect(Object.values(rows[1] ?? {})).toEqual(Array(9).fill(null));
  });

  it('sends and receives messages of many packets', async () => {
    const long = 'x'.repeat(100_000);
    responses = [{ columns: [{ name: 'text', type: 'nvarchar' }], rows: [[long], [''], ['end']] }];
    const { rows } = await (await connect({ encrypt })).batch(long);
    expect(rows.map(({ text }) => String(text).length)).toEqual([100_000, 0, 3]);
    expect(received.requests.at(-1)?.text).toBe(long);
  });

  it('gets an error with its number, and continues', async () => {
    const client = await connect({ encrypt });
    responses = [
      { touched: 1 },
      { refusal: refusals.exists('a') },
      { refusal: new Refusal(0, 'said', { severity: 0 }) },
    ];
    await expect(client.batch('CREATE')).rejects.toMatchObject({ number: 2714, class: 16, state: 1 });
    responses = [{ refusal: new Refusal(0, 'said', { severity: 0 }) }];
    expect((await client.batch('PRINT')).messages).toEqual(['said']);
  });

  it('gets an error for a wrong password', async () => {
    await expect(connect({ encrypt, password: 'wrong' })).rejects.toMatchObject({
      code: 'ELOGIN',
      message: "Login failed for user 'ada'.",
    });
  });

  it('cancels with an attention message, and continues', async () => {
    const client = await connect({ encrypt });
    fault = 'hang';
    const hung = new Promise<Pending>((resolve) => {
      resolvePending = resolve;
    });
    const running = expect(client.batch('WAITFOR')).rejects.toMatchObject({ code: 'ECANCEL' });
    const { ended } = await hung;
    client.cancel();
    expect(await ended).toBe('attention');
    await running;
    fault = undefined;
    await client.batch('SELECT');
    expect(received.requests.at(-1)?.text).toBe('SELECT');
  });

  it.each(['cut', 'cut-after'] as const)('detects a connection that is %s', async (how) => {
    const client = await connect({ encrypt });
    fault = how;
    await expect(client.batch('CREATE')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(received.requests.filter(({ text }) => text === 'CREATE')).toHaveLength(how === 'cut' ? 0 : 1);
  });

  it('rejects an untrusted server, another name, and an expired certificate', async () => {
    const refused = expect.objectContaining({ code: 'ESOCKET' });
    await expect(connectClient({ port: server.port, ...SIGN_IN, encrypt })).rejects.toEqual(refused);
    await expect(connect({ encrypt, serverName: 'elsewhere.example.com' })).rejects.toEqual(refused);
    await server.stop();
    await start(authority.issue(['localhost'], { expired: true }));
    await expect(connect({ encrypt })).rejects.toEqual(refused);
    expect(received.logins).toEqual([]);
  });
});

it('sends only the encryption offer in clear text', async () => {
  await expect(connect({ encrypt: false })).rejects.toMatchObject({ code: 'EENCRYPT' });
  expect(received.logins).toEqual([]);
});
