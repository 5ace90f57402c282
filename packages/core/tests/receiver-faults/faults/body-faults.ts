import { gzipSync } from 'node:zlib';
import { end, floods, reset, response, sends } from '../behaviours.ts';
import { delivered, failed } from '../ends.ts';
import type { FaultGroup } from '../receiver-fault.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const bomb = gzipSync(Buffer.alloc(50_000_000));
const wave = Buffer.alloc(65_536, 0x61);

/** Responses with a successful head and a faulty body. */
export const BODY_FAULTS: FaultGroup = {
  title: 'The body of a response 200',
  faults: [
    {
      name: 'is slightly longer than the stored part',
      receive: sends(response('200 OK', [], 'x'.repeat(60_000))),
      end: delivered(),
    },
    {
      name: 'has a gigabyte',
      receive: floods(`${HEAD}Content-Length: 1000000000\r\n\r\n`, wave),
      end: delivered(200, 0),
    },
    {
      name: 'has chunks without end',
      receive: floods(CHUNKED, `10000\r\n${'x'.repeat(65_536)}\r\n`),
      end: delivered(200, 0),
    },
    {
      name: 'has chunks of one byte without end',
      receive: floods(CHUNKED, '1\r\nx\r\n'.repeat(1000)),
      end: delivered(200, 0),
    },
    {
      name: 'unpacks to 50 MB (gzip)',
      receive: sends(
        Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb]),
      ),
      end: delivered(),
    },
    {
      name: 'ends with the connection, which is valid without a length',
      receive: sends(`${HEAD}\r\nall of it`, end),
      end: delivered(200, 0),
    },
    {
      name: 'is cut off by a reset',
      receive: sends(`${HEAD}Content-Length: 100\r\n\r\nxxx`, reset),
      end: failed('ECONNRESET', 'body'),
    },
    {
      name: 'is cut off by the end of the connection',
      receive: sends(`${HEAD}Content-Length: 100\r\n\r\nxxx`, end),
      end: failed('ECONNRESET', 'body'),
    },
    {
      name: 'is cut off in a chunk',
      receive: sends(`${CHUNKED}10\r\nxxx`, end),
      end: failed('ECONNRESET', 'body'),
    },
    {
      name: 'has a chunk without a valid size',
      receive: sends(`${CHUNKED}zz\r\nxx\r\n`),
      end: failed('HPE_INVALID', 'body'),
    },
    {
      name: 'has a chunk longer than its size',
      receive: sends(`${CHUNKED}1\r\nxx\r\n0\r\n\r\n`),
      end: failed('HPE_INVALID', 'body'),
    },
    {
      name: 'has a chunk whose size has no end',
      receive: floods(`${CHUNKED}1;`, 'extension'.repeat(1000)),
      end: delivered(200, 0),
    },
    {
      name: 'has trailers without end',
      receive: floods(`${CHUNKED}0\r\n`, `X-${'a'.repeat(100)}: b\r\n`),
      end: failed('HPE_HEADER_OVERFLOW', 'body'),
    },
    {
      name: 'is longer than its Content-Length',
      receive: sends(`${response('200 OK', [], 'ok')}and more`),
      end: delivered(200, 0),
    },
    {
      name: 'is followed by an unsolicited second response',
      receive: sends(response('200 OK', [], 'ok') + response('200 OK', [], 'poison')),
      end: delivered(200, 0),
    },
  ],
};
