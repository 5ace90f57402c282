import type { Script } from '@portcullis/client';

/** The remaining steps that a user has to do manually. */
export interface Removal {
  readonly script?: Script;
  readonly warnings: readonly string[];
}
