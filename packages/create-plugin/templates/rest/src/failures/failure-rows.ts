import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The failure rows of the platform's codes, followed by the statuses of HTTP. Source: RFC 9110, 15; name the vendor's
 * page for your codes. The first code of an error with a row wins. A row without a message shows the message of the
 * platform: omit it only if that message never contains a secret.
 */
export const FAILURE_ROWS: readonly FailureRow[] = [
  { codes: ['space_in_use'], class: 'in-use' },
  { codes: ['maintenance'], class: 'paused-or-starting', message: 'The platform is under maintenance.' },
  { codes: ['401'], class: 'credentials', message: 'The platform refused the credentials.' },
  { codes: ['403'], class: 'missing-grant' },
  { codes: ['404'], class: 'not-found' },
  { codes: ['409', '412'], class: 'already-exists' },
  { codes: ['400', '422'], class: 'invalid-input' },
  { codes: ['408', '504'], class: 'timeout', message: 'The platform did not respond in time.' },
  // The effect of the request is unknown, so the service observes it before it sends another one.
  { codes: ['502'], class: 'network', message: 'A server between the service and the platform has lost the response.' },
  { codes: ['429', '500', '503'], class: 'transient', message: 'The platform failed temporarily.' },
  { codes: ['405', '501'], class: 'unsupported', message: 'The platform does not have this call.' },
];
