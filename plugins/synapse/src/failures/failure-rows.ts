import type { FailureClassification, FailureRow } from '@portcullis/plugin-api';

/**
 * The meaning of the server's error numbers. Sources: SQL Server, "Database engine events and errors"; Azure SQL
 * Database, "Troubleshooting connectivity issues and other errors"; Azure Synapse Analytics, "Troubleshooting dedicated
 * SQL pool" (42108, 42109, 40892) and "Use transactions in a SQL pool" (111233). Rows without a message show the
 * message of the server, which names objects but no values.
 */
export const SERVER_FAILURES: readonly FailureRow[] = [
  { codes: ['18456', '18452', '18450'], class: 'credentials', message: 'The user name or the password was refused.' },
  {
    codes: ['18486', '18470'],
    class: 'credentials',
    message: 'The login is locked or disabled.',
    help: 'Ask the administrator of the server to enable it.',
  },
  { codes: ['18487', '18488'], class: 'credentials', message: 'The password has expired or must be changed.' },
  { codes: ['33134', '40532', '40531'], class: 'credentials', message: 'The server does not know this login.' },
  {
    codes: ['4060', '40508'],
    class: 'missing-grant',
    message: 'The database does not exist, or this login has no user in it.',
  },
  { codes: ['916'], class: 'missing-grant', message: 'This login has no user in the database.' },
  {
    codes: ['40615', '40914'],
    class: 'network',
    message: 'No firewall rule of the workspace admits the address of this service.',
    help: 'Ask an administrator of the workspace to add a rule for the address. It can take five minutes to take effect.',
  },
  {
    // "Azure SQL connectivity settings": with this setting, there are no firewall rules.
    codes: ['47073'],
    class: 'network',
    message: 'The workspace accepts no connections from public networks, only those through its private endpoints.',
    help: 'Let this service connect through a private endpoint, or ask an administrator of the workspace to allow access from public networks.',
  },
  {
    codes: ['40892', '42108'],
    class: 'paused-or-starting',
    message: 'The dedicated SQL pool is paused.',
    help: 'Resume it, then try again.',
  },
  {
    codes: ['42109', '40613'],
    class: 'paused-or-starting',
    message: 'The dedicated SQL pool is starting or not available at the moment.',
    help: 'Try again in a few minutes.',
  },
  {
    codes: [
      '615',
      '926',
      '4221',
      '40197',
      '40501',
      '40143',
      '10928',
      '10929',
      '49918',
      '49919',
      '49920',
      '1205',
      '110802',
      '110806',
      '111233',
    ],
    class: 'transient',
    message: 'The platform failed temporarily.',
  },
  {
    codes: ['229', '230', '262', '297', '300', '3704', '4613', '5011', '6102', '15247', '15406', '33009'],
    class: 'missing-grant',
  },
  {
    codes: ['208', '911', '2760', '2812', '3701', '15007', '15151', '15404', '15410', '4902', '15014'],
    class: 'not-found',
  },
  { codes: ['2714', '2759', '1801', '15023', '15025', '15032', '15433'], class: 'already-exists' },
  {
    codes: ['3729', '15136', '15138', '15141', '15144', '15183', '15421', '15434', '1222', '15170', '15174'],
    class: 'in-use',
  },
  {
    codes: ['15114', '15115', '15116', '15117', '15118', '15119', '33062', '40632'],
    class: 'invalid-input',
    message: 'The server refused the password: it is too short, too simple, or contains the name of the login.',
  },
  { codes: ['15006', '15419', '102802', '8152', '2628', '103'], class: 'invalid-input' },
  { codes: ['50000'], class: 'invalid-input' },
  { codes: ['104452', '104455', '40518', '40517', '103022'], class: 'unsupported' },
  {
    codes: ['111212', '40530', '3902', '3903', '5001', '111'],
    class: 'internal',
    message: 'The platform does not accept the batch or the transaction of a statement of this plugin.',
  },
  {
    codes: ['102', '105', '156', '319', '103010', '104', '207', '103*'],
    class: 'internal',
    message: 'The server does not understand a statement of this plugin.',
  },
];

/**
 * The failure of a server without logins that have passwords. Not `credentials`: the refusal does not show that a script
 * has removed the login.
 */
export const ENTRA_ONLY_FAILURE: FailureClassification = {
  class: 'unsupported',
  message: 'The workspace accepts only accounts of Microsoft Entra, and no SQL logins.',
  help: 'Ask an administrator of the workspace to allow SQL authentication as well.',
};

/**
 * The meaning of the driver's own codes, without a response of the server. Source: Tedious, "API: Connection" and "API:
 * Request", errors.
 */
export const DRIVER_FAILURES: readonly FailureRow[] = [
  { codes: ['ETIMEOUT'], class: 'timeout', message: 'The server did not respond in time.' },
  { codes: ['ECANCEL'], class: 'timeout', message: 'The statement was cancelled, since its request has ended.' },
  { codes: ['ELOGIN'], class: 'credentials', message: 'The server refused the sign-in.' },
  { codes: ['EFEDAUTH'], class: 'credentials', message: 'The server refused the access token.' },
  { codes: ['EENCRYPT'], class: 'tls', message: 'The server does not offer TLS.' },
  {
    codes: ['ESOCKET', 'ECLOSE', 'ECONNCLOSED', 'EINSTLOOKUP'],
    class: 'network',
    message: 'The connection was closed unexpectedly.',
  },
  {
    codes: ['ETDS', 'EINTERFACENOTSUPP'],
    class: 'unsupported',
    message: 'The server speaks another version of the protocol.',
  },
  { codes: ['EINVALIDSTATE'], class: 'network', message: 'The connection is no longer open.' },
];
