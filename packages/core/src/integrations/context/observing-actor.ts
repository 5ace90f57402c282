import type { Actor } from '@portcullis/plugin-api';
import type { OperationContext } from './operation-context.ts';

/** Returns the account that observes a platform: the privileged one in automatic mode, otherwise the service account. */
export function observingActor({ mode, definition }: Pick<OperationContext, 'mode' | 'definition'>): Actor {
  return mode === 'automatic' && !definition.ownCredential ? 'setup' : 'service';
}
