import { expectThat, type Journey, type TestEnvironment } from './journey.ts';
import { goTo } from './journey-parts.ts';
import type { Operator } from './operator.ts';

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly notificationType: readonly string[];
  readonly delivery: { readonly actionType: string | null };
}

const NAME = 'What I receive';

/** Finds the webhook of these journeys through the API. */
async function find({ call }: TestEnvironment): Promise<Stored> {
  const all = (await call('GET', '/webhooks')) as readonly Stored[];
  const id = all.find(({ url }) => url.endsWith('/mine'))?.id;
  return (await call('GET', `/webhooks/${id}`)) as Stored;
}

const actionType = ({ page }: Operator) => page.getByLabel('Notifications of the owner');

/**
 * Journeys that edit a webhook while another user edits it, and that retry deliveries which failed while the receiver
 * was down.
 */
export const WEBHOOK_EDIT_JOURNEYS: readonly Journey[] = [
  {
    name: 'shows the stored values of a webhook in its form, and sends only the changed ones',
    async run(environment) {
      const { operator, host, call, inspect } = environment;
      const kinds = ['tagCreated', 'tagDeleted'];
      const mine = { name: NAME, url: `${host.receiver.url}/mine`, global: false, notificationType: kinds };
      await call('POST', '/webhooks', { webhooks: [{ ...mine, actionType: 'receive', secret: 'kept-as-it-is' }] });
      const { id } = await find(environment);
      const sent: unknown[] = [];
      operator.page.on('request', (request) => {
        if (request.method() === 'PUT') sent.push(request.postDataJSON());
      });

      await goTo(environment, operator, `webhooks/${id}/edit`);
      const name = operator.page.getByLabel('Name', { exact: true });
      await name.waitFor();
      const shown = [
        await name.inputValue(),
        await operator.page.getByLabel('Address', { exact: true }).inputValue(),
        await actionType(operator).inputValue(),
        await operator.page.getByLabel('tagCreated', { exact: true }).isChecked(),
        await operator.page.getByLabel('tagUpdated', { exact: true }).isChecked(),
      ];
      const stored = [NAME, mine.url, 'receive', true, false];
      expectThat(JSON.stringify(shown) === JSON.stringify(stored), `The form has ${JSON.stringify(shown)}.`);
      await inspect('webhook-edit');
      await name.press('Enter');
      // A box that is cleared and checked again is no change.
      await operator.page.getByLabel('tagCreated', { exact: true }).uncheck();
      await operator.page.getByLabel('tagCreated', { exact: true }).check();
      expectThat(await operator.page.getByRole('button', { name: 'Save' }).isDisabled(), 'Nothing can be saved.');
      await actionType(operator).selectOption('');
      await operator.press('Save');
      await operator.sees('Saved.');
      expectThat(JSON.stringify(sent) === '[{"actionType":null}]', `What was sent is ${JSON.stringify(sent)}.`);
      const after = await find(environment);
      expectThat(after.delivery.actionType === null, 'It was not stored.');
      expectThat(after.notificationType.join() === kinds.join() && after.name === NAME, 'More was changed.');
    },
  },
  {
    name: 'lets the user decide when another user has changed the same webhook',
    async run(environment) {
      const { operator, call, inspect } = environment;
      const { id } = await find(environment);
      await operator.fill('Name', 'My name for it');
      await call('PUT', `/webhooks/${id}`, { name: 'Their name for it', notificationType: ['tagUpdated'] });
      await operator.press('Save');
      await operator.sees('Another user changed this in the meantime');
      await operator.sees('Their name for it');
      await inspect('webhook-conflict');
      const entered = await operator.page.getByLabel('Name', { exact: true }).inputValue();
      expectThat(entered === 'My name for it', 'What was entered is lost.');
      await operator.press('Overwrite with my entries');
      await operator.sees('Saved.');
      const { name, notificationType } = await find(environment);
      expectThat(name === 'My name for it', `It is called ${name}.`);
      expectThat(notificationType.join() === 'tagUpdated', 'What only they had changed was put back.');
      expectThat(
        await operator.page.getByLabel('tagUpdated', { exact: true }).isChecked(),
        'The form has not what is stored.',
      );
      await call('DELETE', `/webhooks/${id}`);
    },
  },
  {
    name: 'recovers deliveries that failed for good while the receiver was down',
    async run(environment) {
      const { operator, host, call, inspect } = environment;
      await call('PATCH', '/settings', { webhookAutomaticRetry: false });
      const away = { name: 'Away', url: `${host.receiver.url}/away`, global: true, notificationType: ['tagCreated'] };
      await call('POST', '/webhooks', { webhooks: [{ ...away, actionType: null }] });
      const all = (await call('GET', '/webhooks')) as readonly Stored[];
      const id = all.find(({ name }) => name === 'Away')?.id;
      host.receiver.respond((_request, response) => response.writeHead(404).end('away'));
      const before = host.receiver.requests.length;
      for (const tagName of ['A', 'B', 'C']) {
        await host.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName } });
      }
      await host.receiver.received(before + 3);
      await goTo(environment, operator, `webhooks/${id}/history`);
      while (!(await operator.page.getByText('1 to 3 of 3').isVisible())) await operator.press('Refresh');
      host.receiver.respond((_request, response) => response.end('{"back":true}'));
      await operator.page.getByText('Retry deliveries that failed for good').click();
      await operator.fill('Failed for good at or after', '2026-01-01T00:00');
      await operator.page.getByRole('form', { name: 'Recover deliveries' }).getByRole('button').click();
      await operator.sees('3 deliveries are queued again.');
      await inspect('recovered');
      await host.receiver.received(before + 6);
      await operator.page.getByLabel('Outcome').selectOption('success');
      while (!(await operator.page.getByText('1 to 3 of 3').isVisible())) await operator.press('Refresh');
      await call('DELETE', `/webhooks/${id}`);
      await call('PATCH', '/settings', { webhookAutomaticRetry: true });
    },
  },
];
