import type { FailureClass } from '@portcullis/plugin-api';

/** The object to drop is already gone. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
