import type { FailureClass } from '@portcullis/plugin-api';

/** The object to drop does not exist any longer. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
