import type { FailureClass } from '@portcullis/plugin-api';

/** A drop of a missing object has nothing to do. */
export const GONE_ALREADY: readonly FailureClass[] = ['not-found'];
