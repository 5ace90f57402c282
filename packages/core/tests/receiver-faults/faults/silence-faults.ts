import { drips, floods, sends } from '../behaviours.ts';
import { failed } from '../ends.ts';
import type { FaultGroup } from '../receiver-fault.ts';

const late = (phase: 'headers' | 'body') => ({ untilDeadline: true, end: failed('ESOCKETTIMEDOUT', phase) });

/** Receivers that let the deadline pass. No data that they send extends it. */
export const SILENCE_FAULTS: FaultGroup = {
  title: 'The deadline',
  faults: [
    { name: 'passes without a response', ...late('headers') },
    { name: 'passes after half a status line', receive: sends('HTTP/1.1 2'), ...late('headers') },
    { name: 'passes while the status line drips', receive: drips('HTTP/1.1 200 ', 'O'), ...late('headers') },
    { name: 'passes while headers drip', receive: drips('HTTP/1.1 200 OK\r\n', 'X: y\r\n'), ...late('headers') },
    { name: 'passes after 103 Early Hints', receive: sends('HTTP/1.1 103 Early Hints\r\n\r\n'), ...late('headers') },
    {
      name: 'passes while 102 Processing drips',
      receive: drips('', 'HTTP/1.1 102 Processing\r\n\r\n'),
      ...late('headers'),
    },
    {
      name: 'passes before the body of a response 200',
      receive: sends('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'),
      ...late('body'),
    },
    {
      name: 'passes while the body drips',
      receive: drips('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n', 'x'),
      ...late('body'),
    },
    {
      name: 'passes while chunks drip',
      receive: drips('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
      ...late('body'),
    },
    {
      name: 'passes while trailers drip',
      receive: drips('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X: y\r\n'),
      ...late('body'),
    },
    {
      name: 'does not pass: 102 Processing without a pause overflows the header limit first',
      receive: floods('', 'HTTP/1.1 102 Processing\r\n\r\n'),
      end: failed('HPE_HEADER_OVERFLOW', 'headers'),
    },
  ],
};
