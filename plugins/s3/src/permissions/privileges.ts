import type { Privilege } from '@portcullis/plugin-api';
import { NEEDED_ACTIONS, type NeededAction, type PolicyScope, resourceArn } from './needed-actions.ts';

/** What the service must be allowed to do for one managed object. */
export function privilegesFor(config: PolicyScope, object: NeededAction['for']): readonly Privilege[] {
  return NEEDED_ACTIONS.filter((each) => each.for === object).map(({ action, on, operation }) => ({
    name: action,
    on: resourceArn(on, config),
    operations: [operation],
  }));
}
