import { expectThat, type Journey, type TestEnvironment } from './journey.ts';
import { goTo } from './journey-parts.ts';
import type { Operator } from './operator.ts';

const HOUR_MS = 3_600_000;

/** The responses of the receiver, one for each notification. */
const RESPONSES: readonly number[] = [...Array<number>(12).fill(200), 404, 404, 404, 500, 500];

/** The attempts of earlier hours, by the number of hours before the present. */
const EARLIER = Array.from({ length: 22 }, (_each, index) => ({
  hours: index + 1,
  succeeded: 40 + Math.round(35 * Math.sin(index / 3)),
  receiverError: index % 7 === 3 ? 18 : 0,
}));
const EARLIER_SUCCEEDED = EARLIER.reduce((sum, { succeeded }) => sum + succeeded, 0);
const EARLIER_FAILED = EARLIER.reduce((sum, { receiverError }) => sum + receiverError, 0);

/** Creates a webhook without retries, and makes the deliveries that the pages show. Returns its id. */
async function deliver({ call, host }: TestEnvironment): Promise<number> {
  await call('PATCH', '/settings', { webhookAutomaticRetry: false });
  const { createdWebhooks } = (await call('POST', '/webhooks', {
    webhooks: [
      {
        name: 'Counted',
        url: `${host.receiver.url}/counted`,
        global: true,
        notificationType: ['tagCreated'],
        actionType: null,
      },
    ],
  })) as { readonly createdWebhooks: readonly { readonly id: number }[] };
  const id = Number(createdWebhooks[0]?.id);
  const responses = [...RESPONSES];
  host.receiver.respond((_request, response) => response.writeHead(responses.shift() ?? 200).end('{}'));
  const before = host.receiver.requests.length;
  for (const _response of RESPONSES) {
    await host.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'PII' } });
  }
  await host.receiver.received(before + RESPONSES.length);
  return id;
}

/** Stores attempts of earlier hours, in the form that the service writes. */
async function addEarlier({ host }: TestEnvironment, webhookId: number): Promise<void> {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await host.store.insertAbsent(
    'deliveryStatistics',
    EARLIER.map(({ hours, succeeded, receiverError }) => ({
      webhookId,
      span: 'hour',
      startsAt: now - hours * HOUR_MS,
      tally: {
        attempts: { succeeded, receiverError },
        exhausted: receiverError > 0 ? 1 : 0,
        latency: { [String(7 + (hours % 3))]: succeeded, 14: receiverError + 4 },
      },
    })),
  );
}

/** Returns the sum of a column in the shown table of attempts. */
async function sumOf({ page }: Operator, column: string): Promise<number> {
  const table = page.getByRole('table', { name: 'Attempts by time and outcome' });
  const cells = await table.locator(`td[data-label="${column}"]`).allTextContents();
  return cells.reduce((sum, text) => sum + Number(text), 0);
}

/** Journeys through the charts of deliveries. */
export const STATISTICS_JOURNEYS: readonly Journey[] = [
  {
    name: 'shows the attempts of a webhook by outcome, and the same numbers as a table',
    async run(environment) {
      const { operator, inspect } = environment;
      const id = await deliver(environment);
      await goTo(environment, operator, `webhooks/${id}/statistics?range=hour`);
      await operator.isAt('Counted');
      const figure = operator.page.locator('.figures dd').first();
      // The service writes its counts every few seconds.
      while ((await figure.count()) === 0 || (await figure.textContent()) !== String(RESPONSES.length)) {
        await operator.press('Refresh');
        await operator.page.locator('button:not([aria-busy=true])', { hasText: 'Refresh' }).waitFor();
      }
      await operator.page.getByRole('img', { name: '17 attempts over time, 5 of them failed.' }).waitFor();
      await operator.page.getByRole('table', { name: 'Outcomes' }).getByText('70.6 %').waitFor();
      await operator.page.getByRole('button', { name: 'Show tables' }).first().click();
      expectThat((await operator.page.getByRole('img').count()) === 0, 'The charts are still shown.');
      for (const [column, count] of Object.entries({
        Succeeded: 12,
        'Refused (4xx)': 3,
        'Receiver error (5xx)': 2,
        Exhausted: 5,
      })) {
        const sum = await sumOf(operator, column);
        expectThat(sum === count, `The table has ${sum} for ${column}, and not ${count}.`);
      }
      await inspect('statistics-table');
      await operator.page.getByRole('button', { name: 'Show charts' }).first().click();
    },
  },
  {
    name: 'shows the same numbers after the history was removed',
    async run(environment) {
      const { operator, inspect, host, call } = environment;
      const [{ id } = { id: 0 }] = (await call('GET', '/webhooks')) as readonly { readonly id: number }[];
      await addEarlier(environment, id);
      await host.store.remove('attempts', { webhookId: id });
      await goTo(environment, operator, `webhooks/${id}/history`);
      await operator.sees('No delivery matches the filter.');
      await operator.page.getByRole('link', { name: 'Statistics', exact: true }).click();
      const all = RESPONSES.length + EARLIER_SUCCEEDED + EARLIER_FAILED;
      await operator.page
        .getByRole('img', { name: `${all} attempts over time, ${EARLIER_FAILED + 5} of them failed.` })
        .waitFor();
      const succeeded = await sumOf(operator, 'Succeeded');
      expectThat(succeeded === EARLIER_SUCCEEDED + 12, `The table has ${succeeded} successes.`);
      await inspect('statistics');
      await operator.page.getByLabel('Range').selectOption('week');
      await operator.page.getByRole('img', { name: `${all} attempts over time` }).waitFor();
    },
  },
  {
    name: 'shows the deliveries of all webhooks to administrators',
    async run(environment) {
      const { operator, inspect, call } = environment;
      await operator.open('Deliveries');
      await operator.page.getByRole('link', { name: 'Statistics', exact: true }).click();
      await operator.page.getByRole('img', { name: /attempts over time/ }).waitFor();
      await operator.page.getByRole('img', { name: /^Latency over time/ }).waitFor();
      await inspect('statistics-of-all');
      await call('PATCH', '/settings', { webhookAutomaticRetry: true });
    },
  },
];
