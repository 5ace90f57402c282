import type { FailureClass } from '@portcullis/plugin-api';

/** What should go is not there: nothing is left to do. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];

/** A courtesy that this account may not do: what follows says whether it was needed. */
export const IF_ALLOWED: readonly FailureClass[] = ['missing-grant'];
