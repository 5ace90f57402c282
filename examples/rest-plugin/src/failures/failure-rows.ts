import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The failure rows of the platform's codes, followed by the statuses of HTTP. Source: RFC 9110, 15. The first code of an
 * error with a row wins.
 */
export const FAILURE_ROWS: readonly FailureRow[] = [
  { codes: ['role_in_use'], class: 'in-use' },
  { codes: ['grant_exists'], class: 'already-exists' },
  { codes: ['401'], class: 'credentials', message: 'The platform refused the credentials.' },
  { codes: ['403'], class: 'missing-grant' },
  { codes: ['404'], class: 'not-found' },
  { codes: ['409'], class: 'already-exists' },
  { codes: ['400', '422'], class: 'invalid-input' },
  { codes: ['408', '504'], class: 'timeout', message: 'The platform did not respond in time.' },
  // The effect of the request is unknown, so the service observes it before it sends another one.
  { codes: ['502'], class: 'network', message: 'A server between the service and the platform has lost the response.' },
  { codes: ['429', '500', '503'], class: 'transient', message: 'The platform failed temporarily.' },
];
