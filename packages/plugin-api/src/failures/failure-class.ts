/**
 * The classes of failure that a platform can answer with, and what each means for the engine and for people.
 *
 * `retry`: the engine may repeat the same operation. `fault`: who has to act.
 */
export const FAILURE_CLASSES = {
  network: { retry: true, fault: 'network', says: 'The platform could not be reached.' },
  timeout: { retry: true, fault: 'network', says: 'The platform did not answer in time.' },
  tls: { retry: false, fault: 'network', says: 'The secure connection could not be established.' },
  credentials: { retry: false, fault: 'caller', says: 'The platform refused the credentials.' },
  'missing-grant': { retry: false, fault: 'platform-administrator', says: 'A privilege is missing on the platform.' },
  'not-found': { retry: false, fault: 'caller', says: 'An object that is needed does not exist or is not visible.' },
  'already-exists': { retry: false, fault: 'caller', says: 'An object with this name exists already.' },
  'in-use': { retry: true, fault: 'platform-administrator', says: 'The object is in use by another session.' },
  'paused-or-starting': { retry: true, fault: 'platform-administrator', says: 'The platform is paused or starting.' },
  unsupported: { retry: false, fault: 'platform-administrator', says: 'The platform does not support this feature.' },
  'invalid-input': { retry: false, fault: 'caller', says: 'The platform refused a value.' },
  transient: { retry: true, fault: 'platform', says: 'The platform failed for a moment.' },
  internal: { retry: false, fault: 'portcullis', says: 'Portcullis or the plugin failed.' },
} as const satisfies Record<string, FailureClassFacts>;

/** What is known of a failure class. */
export interface FailureClassFacts {
  /** Whether repeating the operation may help. */
  readonly retry: boolean;
  /** Whose move it is. */
  readonly fault: 'network' | 'caller' | 'platform' | 'platform-administrator' | 'portcullis';
  /** One sentence for people, used where the plugin has no better one. */
  readonly says: string;
}

/** The name of a failure class. */
export type FailureClass = keyof typeof FAILURE_CLASSES;

/**
 * A failure that has been understood.
 *
 * @example
 * ```ts
 * { class: 'missing-grant', code: '42501', message: 'The account may not create databases.' }
 * ```
 */
export interface FailureClassification {
  readonly class: FailureClass;
  /** The vendor's code (SQLSTATE, HTTP status, error name), where there is one. */
  readonly code?: string | undefined;
  /** One clean sentence: no secrets, no statement text. */
  readonly message: string;
}

/** Whether `value` names a failure class. */
export function isFailureClass(value: unknown): value is FailureClass {
  return typeof value === 'string' && Object.hasOwn(FAILURE_CLASSES, value);
}
