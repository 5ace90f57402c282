/**
 * A node in a separate process that will be killed. Started by `fork`: it takes its order, creates an integration and
 * reports its progress: `stuck` in the middle of the set-up, or `validated` after its first recurring validation.
 */

import { createSimulatedPlatform } from '@portcullis/testing';
import { ADMIN } from '../../src/shared/admin.ts';
import { BODY, openRecurringNode, type RecurringNodeOptions } from './open-recurring-node.ts';

/** The order that the process receives. */
export interface RecurringOrder {
  readonly options: RecurringNodeOptions;
  readonly until: 'stuck' | 'validated';
}

process.once('message', async ({ options, until }: RecurringOrder) => {
  const platform = createSimulatedPlatform();
  const { portcullis } = await openRecurringNode(options, platform);
  const stuck = until === 'stuck' ? platform.killAt(3, 'after') : undefined;
  portcullis.events.on('validation.finished', ({ operation }) => {
    if (operation === 'recurring' && until === 'validated') process.send?.('validated');
  });
  await portcullis.integrations.create(ADMIN, BODY);
  await stuck?.then(() => process.send?.('stuck'));
});
process.on('disconnect', () => process.exit(0));
