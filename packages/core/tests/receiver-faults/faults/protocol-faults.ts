import { end, floods, response, sends } from '../behaviours.ts';
import { delivered, failed } from '../ends.ts';
import type { Behaviour, FaultGroup } from '../receiver-fault.ts';

const malformed = (name: string, text: string, code: string, phase: 'headers' | 'body' = 'headers') => ({
  name,
  receive: sends(text),
  end: failed(code, phase),
});
const unasked: Behaviour = (socket) => socket.resume().write(response('200 OK'));

/** Responses that violate HTTP. */
export const PROTOCOL_FAULTS: FaultGroup = {
  title: 'The response',
  faults: [
    malformed('is not HTTP', 'SMTP ready\r\n\r\n', 'HPE_INVALID'),
    malformed('is HTTP/0.9: only a body', '<html>hello</html>', 'HPE_INVALID'),
    malformed('is HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HPE_INVALID'),
    malformed('has the version 3.7', 'HTTP/3.7 200 OK\r\n\r\n', 'HPE_INVALID'),
    malformed('has a status of two digits', 'HTTP/1.1 99 Low\r\n\r\n', 'HPE_INVALID'),
    malformed('has a status of four digits', 'HTTP/1.1 2000 High\r\n\r\n', 'HPE_INVALID'),
    malformed('has a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n', 'HPE_INVALID'),
    malformed('has a header with a control character', 'HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n', 'HPE_INVALID'),
    malformed('has a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'HPE_INVALID'),
    malformed('has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 'HPE_INVALID'),
    malformed(
      'has a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'HPE_INVALID',
    ),
    malformed('has a header of 100 KB', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 'HPE_HEADER_OVERFLOW'),
    {
      name: 'has headers without end',
      receive: floods('HTTP/1.1 200 OK\r\n', `X-${'a'.repeat(100)}: b\r\n`),
      end: failed('HPE_HEADER_OVERFLOW', 'headers'),
    },
    malformed(
      'is 101 Switching Protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'HPE_INVALID',
    ),
    {
      name: 'ends within its headers',
      receive: sends('HTTP/1.1 200 OK\r\nX: ', end),
      end: failed('ECONNRESET', 'headers'),
    },
    malformed('is 100 Continue, which no request expects', 'HTTP/1.1 100 Continue\r\n\r\n', 'HPE_INVALID'),
    { name: '200 arrives before the request is sent', receive: unasked, end: delivered() },
    {
      name: '200 comes after 102 Processing and 103 Early Hints',
      receive: sends(`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${response('200 OK')}`),
      end: delivered(),
    },
    { name: '204 has a body', receive: sends(response('204 No Content', [], 'surplus')), end: delivered(204, 0) },
    {
      name: '304 has a body',
      receive: sends(response('304 Not Modified', [], 'surplus')),
      end: { status: 304, next: 'again in 5 s', breaker: 'responds' },
    },
    {
      name: '200 has HTTP/1.0',
      receive: sends('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'),
      end: delivered(200, 0),
    },
  ],
};
