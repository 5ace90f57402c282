import type { Step } from './create-steps.ts';
import type { DemoContext } from './demo-context.ts';
import { expectEqual } from './expect.ts';
import { platformInventory } from './platform-inventory.ts';
import { clientSetup } from './steps/client-setup.ts';
import { create } from './steps/create.ts';
import { deleteScript } from './steps/delete-script.ts';
import { dryRun } from './steps/dry-run.ts';
import { edit } from './steps/edit.ts';
import { receiveNotification } from './steps/receive-notification.ts';
import { registerWebhook } from './steps/register-webhook.ts';
import { remove } from './steps/remove.ts';

/** The journey of an integration from creation to deletion, over HTTP. Rejects at the first unexpected result. */
export async function journey(context: DemoContext, step: Step): Promise<void> {
  const { target } = context.example;
  const before = await platformInventory(target);
  const plan = await step('Dry run: validate and plan, change nothing', () => dryRun(context));
  await step('Register a webhook', () => registerWebhook(context));
  const id = await step('Create the integration by that plan', () => create(context, plan));
  await step('Receive the notification by webhook', () => receiveNotification(context, 'creating', 'enabled'));
  await step('Edit it: enable impersonation', () => edit(context, id));
  await step('Receive that notification too', () => receiveNotification(context, 'editing', 'enabled'));
  await step('Get the script that would remove it by hand', () => deleteScript(context, id));
  await step('Delete it', () => remove(context, id));
  await step('Receive the notification of the deletion', () => receiveNotification(context, 'deleting', 'deleted'));
  await step('Check that nothing is left on the platform', async () => {
    expectEqual('The platform is as it was before', await platformInventory(target), before);
    context.print('nothing');
  });
  await step('Get a key and files for a Trino cluster', () => clientSetup(context));
}
