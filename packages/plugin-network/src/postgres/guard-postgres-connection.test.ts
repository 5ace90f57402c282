import type { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { PlatformError } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { guardPostgresConnection, type PostgresGuardOptions } from './guard-postgres-connection.ts';

/** A message of the protocol of PostgreSQL: its type, its length, its content. */
function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const described = (...names: readonly string[]): Buffer =>
  message(
    'T',
    int16(names.length),
    ...names.map((name) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)])),
  );
const row = (...values: readonly (string | null)[]): Buffer =>
  message(
    'D',
    int16(values.length),
    ...values.map((value) =>
      value === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
    ),
  );

const SIGNED_IN = Buffer.concat([message('R', int32(0)), message('K', int32(7), int32(8)), message('Z', 'I')]);
const ROWS = Buffer.concat([described('a', 'b'), row('x', null), row('', 'y'), message('C', 'SELECT 2\0')]);
const READY = message('Z', 'I');

/** A connection of the driver, which reads what the guard passes on. */
function guarded(options: PostgresGuardOptions = {}, receive: (bytes: Buffer) => void = () => {}) {
  const read: Buffer[] = [];
  const connection = {
    attachListeners(stream: EventEmitter) {
      stream.on('data', (bytes: Buffer) => {
        read.push(bytes);
        receive(bytes);
      });
    },
  };
  const stream = new PassThrough();
  const refusals: Error[] = [];
  stream.on('error', (error) => refusals.push(error));
  guardPostgresConnection(connection, options).attachListeners(stream);
  /** Delivers packets like a socket. */
  const deliver = (...packets: readonly Buffer[]): void => {
    for (const packet of packets) stream.emit('data', packet);
  };
  return { deliver, stream, refusals, passed: () => Buffer.concat(read), packets: read };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Returns the error with which the guard closes a connection that receives the packets. */
async function refusalOf(...packets: readonly Buffer[]): Promise<unknown> {
  const { deliver, stream, refusals } = guarded();
  deliver(...packets);
  await nextTick();
  expect(stream.destroyed).toBe(true);
  return refusals[0];
}

describe('a guarded connection', () => {
  it('gets the messages of its server, whole', () => {
    const all = Buffer.concat([SIGNED_IN, ROWS, READY]);
    const { deliver, passed, packets } = guarded();
    deliver(...Array.from(all, (byte) => Buffer.from([byte])));
    expect(passed()).toEqual(all);
    expect(packets.at(-1)).toEqual(READY);
  });

  it('gets nothing after the first malformed message', async () => {
    const { deliver, passed } = guarded();
    deliver(SIGNED_IN, message('N', 'x'), ROWS);
    await nextTick();
    expect(passed()).toEqual(SIGNED_IN);
  });

  it('is closed by an error of the driver, which has no other caller', async () => {
    const cause = new RangeError('The value of "offset" is out of range.');
    const { deliver, refusals } = guarded({}, () => {
      throw cause;
    });
    deliver(SIGNED_IN);
    await nextTick();
    expect(refusals).toEqual([expect.objectContaining({ failureClass: 'network', cause })]);
  });
});

const malformed = { failureClass: 'network', message: expect.stringContaining('not valid in the protocol') };

it.each([
  ['a greeting of MySQL', [Buffer.from('4a0000000a382e302e333600080000004c', 'hex')]],
  ['a response of HTTP', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
  ['a long message during the sign-in', [message('S', Buffer.alloc(200_000))]],
  ['a notice whose fields have no end', [SIGNED_IN, message('N', 'xxxxxxxxxx')]],
  ['an error without its last zero', [SIGNED_IN, message('E', 'SERROR\0Mhello\0')]],
  ['a request for no proof', [message('R', 'x')]],
  ['a row without a description', [SIGNED_IN, row('x')]],
  ['a row with fewer columns than described', [SIGNED_IN, described('a', 'b'), row('x')]],
  ['a row with a negative length', [SIGNED_IN, described('a', 'b'), message('D', int16(2), int32(0), int32(-9))]],
  ['a row that is shorter than its values', [SIGNED_IN, described('a'), message('D', int16(1), int32(9), 'x')]],
  ['a description of fewer columns than it states', [SIGNED_IN, message('T', int16(2), 'a\0', Buffer.alloc(18))]],
  ['a description of a negative number of columns', [SIGNED_IN, message('T', int16(-1))]],
])('closes the connection at %s', async (_what, packets) => {
  expect(await refusalOf(...packets)).toMatchObject(malformed);
});

it('closes the connection at a request for a proof that the driver does not know, unless the plugin does', async () => {
  const request = message('R', int32(13), int32(0));
  expect(await refusalOf(request)).toMatchObject({ failureClass: 'unsupported' });
  const { deliver, passed } = guarded({ authenticationMethods: [13] });
  deliver(request);
  expect(passed()).toEqual(request);
});

describe('the limit of a response', () => {
  const options = { responseLimit: 2 * 1024 * 1024 };
  const long = row('x'.repeat(1024 * 1024));

  it('counts the bytes of one statement', async () => {
    const { deliver, refusals } = guarded(options);
    deliver(SIGNED_IN, described('a'), long, READY, described('a'), long, READY);
    await nextTick();
    expect(refusals).toEqual([]);
    deliver(described('a'), long, long);
    await nextTick();
    expect(refusals).toEqual([expect.objectContaining({ message: expect.stringContaining('more than 2 MiB') })]);
  });

  it('applies before a message is complete', async () => {
    const { deliver, refusals } = guarded(options);
    deliver(SIGNED_IN, Buffer.concat([Buffer.from('D'), int32(2_000_000_000)]));
    await nextTick();
    expect(refusals).toEqual([expect.objectContaining({ failureClass: 'network' })]);
  });
});

it('refuses a connection that it cannot guard', () => {
  expect(() => guardPostgresConnection({ on() {} })).toThrow(PlatformError);
});
