import type { FailureClass } from '@portcullis/plugin-api';

/** The object to drop does not exist any longer. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];

/** An optional statement that this account may not run: the next one fails if it was needed. */
export const IF_ALLOWED: readonly FailureClass[] = ['missing-grant'];
