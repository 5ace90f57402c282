import type { FailureClass } from '@portcullis/plugin-api';

/** What should go is not there: nothing is left to do. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
