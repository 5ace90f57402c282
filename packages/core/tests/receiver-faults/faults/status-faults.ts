import { response, sends } from '../behaviours.ts';
import { delivered, refused } from '../ends.ts';
import type { FaultGroup, ReceiverFault } from '../receiver-fault.ts';
import { NOW } from '../run-fault.ts';

const statusFault = (status: number, end = refused(status)): ReceiverFault => ({
  name: `${status}`,
  receive: sends(response(`${status} Status`)),
  end,
});
const http = (at: number): string => new Date(at).toUTCString();
const redirects = (status: number, to: string): ReceiverFault => ({
  name: `${status} to ${to}`,
  receive: sends(response(`${status} Elsewhere`, [`Location: ${to}`])),
  end: refused(status),
});
const retryAfterFault = (status: number, what: string, seconds: number, headers: readonly string[]): ReceiverFault => ({
  name: `${status} with Retry-After ${what}`,
  receive: sends(response(`${status} Later`, headers)),
  end: refused(status, seconds),
});

/** Responses of receivers that use HTTP correctly. */
export const STATUS_FAULTS: FaultGroup = {
  title: 'The status',
  faults: [
    ...[200, 201, 202, 204, 226, 299].map((status) => statusFault(status, delivered(status))),
    redirects(301, 'itself'),
    redirects(302, 'http://169.254.169.254/latest/meta-data/'),
    redirects(303, 'http://127.0.0.1:22/'),
    redirects(307, 'https://hooks.example.com/'),
    redirects(308, 'file:///etc/passwd'),
    ...[300, 304, 400, 401, 403, 404, 405, 408, 413, 415, 422, 425, 429].map((status) => statusFault(status)),
    statusFault(410, { status: 410, next: 'given up, webhook disabled', breaker: 'responds', sockets: 1 }),
    ...[500, 501, 502, 503, 504, 599, 600, 999].map((status) => statusFault(status)),
    retryAfterFault(429, 'in seconds', 120, ['Retry-After: 120']),
    retryAfterFault(503, 'in seconds', 120, ['Retry-After: 120']),
    retryAfterFault(404, 'in seconds', 120, ['Retry-After: 120']),
    retryAfterFault(429, 'of less than the schedule', 5, ['Retry-After: 1']),
    retryAfterFault(429, 'of a year: an hour at most', 3600, ['Retry-After: 31536000']),
    retryAfterFault(429, 'as a date', 90, [`Retry-After: ${http(NOW + 90_000)}`]),
    retryAfterFault(503, 'as a date of a receiver whose clock is a day behind', 90, [
      `Date: ${http(NOW - 86_400_000)}`,
      `Retry-After: ${http(NOW - 86_400_000 + 90_000)}`,
    ]),
    retryAfterFault(429, 'as a date that has passed', 5, [`Retry-After: ${http(NOW - 90_000)}`]),
    retryAfterFault(429, 'of 0', 5, ['Retry-After: 0']),
    retryAfterFault(429, 'of less than nothing', 5, ['Retry-After: -120']),
    retryAfterFault(429, 'of 1.5', 5, ['Retry-After: 1.5']),
    retryAfterFault(429, 'of 20 digits', 5, ['Retry-After: 99999999999999999999']),
    retryAfterFault(429, 'of words', 5, ['Retry-After: in a while']),
    retryAfterFault(429, 'twice', 5, ['Retry-After: 120', 'Retry-After: 240']),
  ],
};
