import type { FailureClass } from '@portcullis/plugin-api';

/** The failure of a drop whose object no longer exists. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
