import type { FailureClass } from '@portcullis/plugin-api';

/** The object to drop is already gone. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];

/** A courtesy that this account may not do: what follows says whether it was needed. */
export const IF_ALLOWED: readonly FailureClass[] = ['missing-grant'];
