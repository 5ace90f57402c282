import type { FailureClass } from '@portcullis/plugin-api';

/** The failure of a drop whose object no longer exists. */
export const ALREADY_GONE: readonly FailureClass[] = ['not-found'];
