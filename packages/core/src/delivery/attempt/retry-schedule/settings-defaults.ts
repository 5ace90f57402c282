import { withDefaults } from '../../../kernel/input/with-defaults.ts';
import type { PortcullisOptions } from '../../../options/portcullis-options.ts';
import type { Settings } from '../../../options/settings.ts';
import { completeRetryPolicy } from './complete-retry-policy.ts';

/**
 * Returns the host's defaults of the settings. They include the schedule of its retry policy, unless the host sets that default
 * itself.
 *
 * @throws ServiceError `OPTIONS_INVALID` when the policy is not valid.
 */
export function settingsDefaults({
  settings,
  webhooks,
}: Pick<PortcullisOptions, 'settings' | 'webhooks'>): Partial<Settings> {
  if (!webhooks?.retryPolicy) return settings ?? {};
  const { schedule } = completeRetryPolicy(webhooks.retryPolicy);
  return withDefaults<Partial<Settings>>({ webhookRetrySchedule: schedule }, settings);
}
