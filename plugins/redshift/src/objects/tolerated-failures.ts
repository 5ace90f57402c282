import type { FailureClass } from '@portcullis/plugin-api';

/** The failure of a drop whose object no longer exists. */
export const ALREADY_GONE: readonly FailureClass[] = ['not-found'];

/**
 * The failure of an optional statement that this account may not run. If the statement was needed, the next one fails.
 */
export const IF_ALLOWED: readonly FailureClass[] = ['missing-grant'];
