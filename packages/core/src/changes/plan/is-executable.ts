import type { SetupMode } from '@portcullis/plugin-api';
import type { ObjectFacts } from './change-set.ts';

/**
 * Returns whether the library creates and drops an object itself: the objects of the service account, and in automatic mode those
 * of the privileged account. An administrator creates the others.
 */
export function isExecutable({ by }: Pick<ObjectFacts, 'by'>, mode: SetupMode): boolean {
  return by === 'service' || (by === 'setup' && mode === 'automatic');
}
