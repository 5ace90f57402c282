/**
 * The classes of platform failures, with their meaning for the core and for users.
 *
 * `retry`: the core can repeat the operation. `fault`: the party that has to act.
 */
export const FAILURE_CLASSES = {
  network: {
    retry: true,
    fault: 'network',
    meaning: 'The platform could not be reached.',
    help: 'Check host, port, name service, firewall and proxy between the service and the platform.',
  },
  timeout: {
    retry: true,
    fault: 'network',
    meaning: 'The platform did not respond in time.',
    help: 'Try again. If it keeps happening, check the load of the platform and the network in between.',
  },
  tls: {
    retry: false,
    fault: 'network',
    meaning: 'The secure connection could not be established.',
    help: 'Check the certificate of the platform, its issuer, and the clock of this machine.',
  },
  credentials: {
    retry: false,
    fault: 'caller',
    meaning: 'The platform refused the credentials.',
    help: 'Check the account and its secret, and whether either has expired, is locked or was revoked.',
  },
  'missing-grant': {
    retry: false,
    fault: 'platform-administrator',
    meaning: 'A privilege is missing on the platform.',
    help: 'Ask an administrator to grant the privilege, then try again.',
  },
  'not-found': {
    retry: false,
    fault: 'caller',
    meaning: 'A required object does not exist or is not visible.',
    help: 'Check the name, and whether the account may see the object.',
  },
  'already-exists': {
    retry: false,
    fault: 'caller',
    meaning: 'An object with this name exists already.',
    help: 'Choose another name, or ask the owner of the object to remove it.',
  },
  'in-use': {
    retry: true,
    fault: 'platform-administrator',
    meaning: 'The object is in use by another session.',
    help: 'Wait until the other session has ended, or end it, then try again.',
  },
  'paused-or-starting': {
    retry: true,
    fault: 'platform-administrator',
    meaning: 'The platform is paused or starting.',
    help: 'Resume it, or wait until it has started, then try again.',
  },
  unsupported: {
    retry: false,
    fault: 'platform-administrator',
    meaning: 'The platform does not support this feature.',
    help: 'Ask the administrator for an edition or a setting that supports it, or switch the feature off.',
  },
  'invalid-input': {
    retry: false,
    fault: 'caller',
    meaning: 'The platform refused a value.',
    help: 'Correct the value that the message names.',
  },
  transient: {
    retry: true,
    fault: 'platform',
    meaning: 'The platform failed temporarily.',
    help: 'Try again in a moment.',
  },
  internal: {
    retry: false,
    fault: 'portcullis',
    meaning: 'Portcullis or the plugin failed.',
    help: 'Check the log, and report it with the code and the request id.',
  },
} as const satisfies Record<string, FailureClassFacts>;

/** The facts of a failure class. */
export interface FailureClassFacts {
  /** True when repeating the operation can help. */
  readonly retry: boolean;
  /** The party that has to act. */
  readonly fault: 'network' | 'caller' | 'platform' | 'platform-administrator' | 'portcullis';
  /** One sentence for users, used if the plugin has no better one. */
  readonly meaning: string;
  /** The remedy for the party that has to act. */
  readonly help: string;
}

/** The name of a failure class. */
export type FailureClass = keyof typeof FAILURE_CLASSES;

/**
 * A classified failure.
 *
 * @example
 * ```ts
 * { class: 'missing-grant', code: '42501', message: 'The account may not create databases.' }
 * ```
 */
export interface FailureClassification {
  readonly class: FailureClass;
  /** The vendor's code (SQLSTATE, HTTP status, error name), if there is one. */
  readonly code?: string | undefined;
  /** The failure in one clean sentence: no secrets, no statement text. */
  readonly message: string;
  /** The remedy, if the plugin has a better one than the class. @default the help of the class */
  readonly help?: string | undefined;
}

/** Returns whether `value` names a failure class. */
export function isFailureClass(value: unknown): value is FailureClass {
  return typeof value === 'string' && Object.hasOwn(FAILURE_CLASSES, value);
}
