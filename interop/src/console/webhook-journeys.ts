import { expectThat, type Journey } from './journey.ts';
import type { Operator } from './operator.ts';

const openPart = async (operator: Operator, part: string) => {
  await operator.open('Webhooks');
  await operator.follow('Audit log');
  await operator.isAt('Audit log');
  await operator.page
    .getByRole('navigation', { name: 'Parts of the webhook' })
    .getByRole('link', { name: part })
    .click();
};

/** Journeys through a webhook, from its registration to its deletion. */
export const WEBHOOK_JOURNEYS: readonly Journey[] = [
  {
    name: 'creates a webhook after a refusal and a test, and shows its secret once',
    async run({ operator, host, inspect }) {
      await operator.open('Webhooks');
      await operator.follow('New webhook');
      await operator.isAt('New webhook');
      await operator.fill('Name', 'Audit log');
      await operator.fill('Address', 'http://10.0.0.1/');
      await operator.page.getByLabel('modelCreated').check();
      await operator.sees('A data source or project was created.');
      await operator.press('Create');
      await operator.page.locator('.issue').first().waitFor();
      const address = operator.page.getByRole('textbox', { name: 'Address', exact: true });
      const described = (await address.getAttribute('aria-describedby')) ?? '';
      const issue = await operator.page.locator('.issue').first().getAttribute('id');
      expectThat(described.split(' ').includes(String(issue)), 'The address does not name its problem.');
      await inspect('new-webhook');
      await operator.fill('Address', `${host.receiver.url}/audit`);
      host.receiver.respond((_request, response) => response.writeHead(401).end('who?'));
      await operator.press('Send a test first');
      await operator.sees(/it is probably the secret. The test was not signed/);
      await inspect('webhook-unauthorized');
      await operator.press('Make one');
      await operator.press('Send a test first');
      await operator.sees(/it is probably the secret. Check that the receiver verifies with the same secret/);
      host.receiver.respond((_request, response) => response.end('{}'));
      await operator.press('Send a test first');
      await operator.sees(/200 in \d+ ms/);
      await operator.press('Create');
      await operator.isAt('The webhook was created');
      const secret = await operator.page.locator('pre').first().textContent().then(String);
      expectThat(/^whsec_\S{44}$/.test(secret), 'The secret is not shown.');
      await operator.press('I have it');
      await operator.isAt('Audit log');
      expectThat(!(await operator.page.content()).includes(secret), 'The secret is still in the page.');
    },
  },
  {
    name: 'sends a signed test, and shows the response',
    async run({ operator, host, inspect }) {
      const before = host.receiver.requests.length;
      host.receiver.respond((_request, response) => response.end('{"thanks":true}'));
      await operator.press('Send a test');
      await operator.isAt('What came back');
      await operator.sees(/thanks/);
      const [request] = host.receiver.requests.slice(before);
      expectThat(request?.headers['webhook-signature'] !== undefined, 'The test was not signed.');
      await inspect('webhook');
    },
  },
  {
    name: 'reports a receiver that hangs, and one that fails',
    async run({ operator, host }) {
      host.receiver.respond(() => undefined);
      await operator.press('Send a test');
      await operator.sees(/ESOCKETTIMEDOUT/);
      host.receiver.respond((_request, response) => response.writeHead(503).end('closed for today'));
      await operator.press('Send a test');
      await operator.sees(/closed for today/);
    },
  },
  {
    name: 'finds deliveries by every filter, and sends one again',
    async run({ operator, host, inspect }) {
      host.receiver.respond((_request, response) => response.end('{"again":true}'));
      await openPart(operator, 'Deliveries');
      await operator.sees(/1 to 3 of 3/);
      await operator.page.getByLabel('Outcome').selectOption('failure');
      await operator.sees(/1 to 2 of 2/);
      await operator.page.getByLabel('Notification').selectOption('modelDeleted');
      await operator.sees('No delivery matches the filter.');
      await operator.page.getByLabel('Notification').selectOption('');
      await operator.page.getByLabel('Sort by').selectOption('statusCode');
      await operator.page.getByLabel('Order').selectOption('asc');
      await operator.sees(/1 to 2 of 2/);
      const rows = operator.page.getByLabel('Deliveries', { exact: true }).locator('summary');
      const row = String(await rows.first().textContent());
      expectThat(/This is a test/.test(row), `The row of a delivery says: ${row}`);
      await rows.first().click();
      await operator.sees(/closed for today|ESOCKETTIMEDOUT/);
      await inspect('deliveries');
      await operator.press('Send again');
      await operator.page.getByRole('status').filter({ hasText: 'Sent again' }).waitFor({ state: 'attached' });
      await operator.page.getByLabel('Outcome').selectOption('success');
      await operator.sees(/1 to 2 of 2/);
      await operator.page.getByText('Retry deliveries that failed for good').click();
      await operator.fill('Failed for good at or after', '2026-01-01T00:00');
      await operator.page.getByRole('form', { name: 'Recover deliveries' }).getByRole('button').click();
      await operator.sees(/No delivery has failed for good since then|queued again/);
    },
  },
  {
    name: 'edits, pauses and resumes a webhook, and rotates its secret',
    async run({ operator, inspect }) {
      await openPart(operator, 'Edit');
      await operator.page.getByLabel('modelDeleted').check();
      await operator.press('Save');
      await operator.sees('Saved.');
      await openPart(operator, 'Overview');
      await operator.sees('modelCreated, modelDeleted');
      await operator.press('Pause');
      await operator.sees('Paused');
      await operator.press('Resume: send the held deliveries');
      await operator.sees('Active');
      await openPart(operator, 'Secret');
      await operator.fill('Hours for which both are valid', '48');
      await operator.press('Generate a new secret');
      await operator.isAt('The new secret');
      await operator.sees(/for 48 hours/);
      await inspect('rotated-secret');
      await operator.press('I have it');
      await operator.open('Webhooks');
      await inspect('webhooks');
      await operator.open('Deliveries');
      await operator.page.getByLabel('Of personal webhooks').selectOption('false');
      await operator.sees(/1 to \d+ of/);
    },
  },
  {
    name: 'deletes a webhook',
    async run({ operator }) {
      await openPart(operator, 'Delete');
      await operator.page.getByLabel(/Delete “Audit log”/).check();
      await operator.press('Delete the webhook');
      await operator.isAt('No webhook yet');
    },
  },
];
