import type { Step } from './create-steps.ts';
import { expectEqual } from './expect.ts';
import { platformInventory } from './platform-inventory.ts';
import { clientSetup } from './steps/client-setup.ts';
import { create } from './steps/create.ts';
import { deleteScript } from './steps/delete-script.ts';
import { delivered } from './steps/delivered.ts';
import { dryRun } from './steps/dry-run.ts';
import { edit } from './steps/edit.ts';
import { registerWebhook } from './steps/register-webhook.ts';
import { remove } from './steps/remove.ts';
import type { Tour } from './tour.ts';

/** The journey of an integration from creation to deletion, over HTTP. Rejects at the first unexpected result. */
export async function journey(tour: Tour, step: Step): Promise<void> {
  const { target } = tour.example;
  const before = await platformInventory(target);
  const plan = await step('Dry run: validate and plan, change nothing', () => dryRun(tour));
  await step('Register a webhook', () => registerWebhook(tour));
  const id = await step('Create the integration by that plan', () => create(tour, plan));
  await step('Receive the notification by webhook', () => delivered(tour, 'creating', 'enabled'));
  await step('Edit it: enable impersonation', () => edit(tour, id));
  await step('Receive that notification too', () => delivered(tour, 'editing', 'enabled'));
  await step('Get the script that would remove it by hand', () => deleteScript(tour, id));
  await step('Delete it', () => remove(tour, id));
  await step('Receive the notification of the deletion', () => delivered(tour, 'deleting', 'deleted'));
  await step('Check that nothing is left on the platform', async () => {
    expectEqual('The platform is as it was before', await platformInventory(target), before);
    tour.print('nothing');
  });
  await step('Get a key and files for a Trino cluster', () => clientSetup(tour));
}
