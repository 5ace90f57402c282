import { expectThat, type Journey, type TestEnvironment } from './journey.ts';
import { goTo } from './journey-parts.ts';
import type { Operator } from './operator.ts';

const WEBHOOKS = 230;
const INTEGRATIONS = 60;
const DELIVERIES = 45;

const webhook = ({ host }: TestEnvironment, name: string, notificationType: string) => ({
  name,
  url: `${host.receiver.url}/${encodeURIComponent(name)}`,
  global: true,
  notificationType: [notificationType],
  actionType: null,
});

/** Counts the pending requests of a page. */
function watchRequests({ page }: Operator, pattern: RegExp) {
  const seen = { asked: 0, open: 0, most: 0 };
  const isOne = (request: { method(): string; url(): string }) =>
    request.method() === 'GET' && pattern.test(request.url());
  page.on('request', (request) => {
    if (!isOne(request)) return;
    seen.asked += 1;
    seen.open += 1;
    seen.most = Math.max(seen.most, seen.open);
  });
  const ended = (request: { method(): string; url(): string }) => {
    if (isOne(request)) seen.open -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return seen;
}

/** Journeys through lists that are longer than a page. */
export const PAGING_JOURNEYS: readonly Journey[] = [
  {
    name: 'shows the deliveries page by page',
    async run(environment) {
      const { operator, host, call, inspect } = environment;
      await call('POST', '/webhooks', { webhooks: [webhook(environment, 'Busy', 'tagUpdated')] });
      const before = host.receiver.requests.length;
      host.receiver.respond((_request, response) => response.end('{}'));
      for (let sent = 0; sent < DELIVERIES; sent += 1) {
        await host.portcullis.notifications.notify({ kind: 'tagUpdated', metadata: { tagName: `Tag ${sent}` } });
      }
      await host.receiver.received(before + DELIVERIES);
      await operator.open('Deliveries');
      await operator.page.getByLabel('Notification').selectOption('tagUpdated');
      await operator.sees('1 to 20 of 45');
      await operator.press('Older');
      await operator.sees('21 to 40 of 45');
      await inspect('deliveries-second-page');
      await operator.press('Older');
      await operator.sees('41 to 45 of 45');
      expectThat(
        await operator.page.getByRole('button', { name: 'Older' }).isDisabled(),
        'There is one page too many.',
      );
      const focused = await operator.page.evaluate<string>("document.activeElement?.textContent ?? ''");
      expectThat(focused === 'Older', `At the last page, the focus is at "${focused}".`);
      await operator.press('Newer');
      await operator.sees('21 to 40 of 45');
      await operator.page.getByLabel('Entries per page').selectOption('200');
      await operator.sees('1 to 45 of 45');
    },
  },
  {
    name: 'shows hundreds of webhooks, and requests the states of the visible ones only',
    async run(environment) {
      const { operator, call, inspect } = environment;
      for (let made = 0; made < WEBHOOKS; made += 46) {
        const names = Array.from({ length: 46 }, (_, index) => `Receiver ${made + index}`);
        await call('POST', '/webhooks', { webhooks: names.map((name) => webhook(environment, name, 'tagDeleted')) });
      }
      const all = (await call('GET', '/webhooks')) as readonly { readonly id: number; readonly name: string }[];
      const paused = all.find(({ name }) => name === 'Receiver 199')?.id;
      await call('PUT', `/webhooks/${paused}`, { paused: true });
      const requests = watchRequests(operator, /\/webhooks\/\d+$/);
      const hasResponded = () => operator.page.getByText('asking…').first().waitFor({ state: 'detached' });
      await operator.open('Webhooks');
      await operator.sees(`1 to 50 of ${all.length}`);
      await hasResponded();
      // An earlier journey has left a webhook that fails.
      const states = operator.page.getByRole('cell', { name: /Active|Failing|Suspended|Paused|Disabled/ });
      expectThat((await states.count()) === 50, 'A state is missing.');
      expectThat(requests.asked <= 50, `${requests.asked} webhooks were asked for to show 50.`);
      expectThat(requests.most <= 4, `${requests.most} were asked for at once.`);
      await inspect('webhooks-many');
      await operator.press('Next page');
      await operator.sees(`51 to 100 of ${all.length}`);
      await hasResponded();
      expectThat(requests.asked <= 100, `${requests.asked} webhooks were asked for to show 100.`);
      await operator.fill('Filter', 'receiver 199');
      await operator.sees(`1 of ${all.length}`);
      await operator.sees('Paused');
      await operator.fill('Filter', 'receiver');
      await operator.sees(`1 to 50 of ${WEBHOOKS}, found among ${all.length}`);
    },
  },
  {
    name: 'shows many integrations, page by page',
    async run(environment) {
      const { operator, call, inspect } = environment;
      for (let made = 0; made < INTEGRATIONS; made += 1) await call('POST', '/integrations', { type: 'Trino' });
      await operator.open('Integrations');
      await operator.sees(`1 to 50 of ${INTEGRATIONS + 1}`);
      await operator.press('Next page');
      await operator.sees(`51 to ${INTEGRATIONS + 1} of ${INTEGRATIONS + 1}`);
      await inspect('integrations-second-page');
      // The address contains the page, so that a user who returns finds the same page.
      await operator.page.locator('table a').last().click();
      await operator.isAt(/^Trino \d+$/);
      await operator.page.goBack();
      await operator.sees(`51 to ${INTEGRATIONS + 1} of ${INTEGRATIONS + 1}`);
      await goTo(environment, operator, 'integrations?offset=5000');
      await operator.sees(`51 to ${INTEGRATIONS + 1} of ${INTEGRATIONS + 1}`);
    },
  },
];
