import type { FailureClass } from '@portcullis/plugin-api';

/** A drop of what is not there has nothing to do. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
