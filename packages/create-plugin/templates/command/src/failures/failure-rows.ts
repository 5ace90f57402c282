import type { FailureRow } from '@portcullis/plugin-api';

/**
 * The failure rows of the server's errors, by the first word of their messages, and of the client's errors, by their
 * names. A row without a message shows the message of the server: omit it only if that message never quotes a command,
 * which may contain a secret.
 */
export const FAILURE_ROWS: readonly FailureRow[] = [
  { codes: ['WRONGPASS', 'NOAUTH'], class: 'credentials', message: 'The server refused the credentials.' },
  { codes: ['NOPERM'], class: 'missing-grant' },
  { codes: ['LOADING'], class: 'paused-or-starting', message: 'The server is loading its data.' },
  {
    codes: ['BUSY', 'OOM', 'TRYAGAIN', 'CLUSTERDOWN', 'MASTERDOWN'],
    class: 'transient',
    message: 'The server failed temporarily.',
  },
  { codes: ['READONLY'], class: 'unsupported', message: 'The server is a replica: connect to its primary.' },
  { codes: ['NOPROTO'], class: 'unsupported', message: 'The server is too old: it has no accounts.' },
  { codes: ['ConnectionTimeoutError', 'SocketTimeoutError'], class: 'timeout', message: 'The server did not respond.' },
  {
    codes: ['SocketClosedUnexpectedlyError', 'DisconnectsClientError', 'ClientClosedError', 'ClientOfflineError'],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  { codes: ['ERR'], class: 'internal', message: 'The server refused a command of this plugin.' },
];
