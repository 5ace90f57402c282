import { expectThat, type Journey } from './journey.ts';
import { fillAccount, openPart, owner } from './journey-parts.ts';
import type { Operator } from './operator.ts';

const DATABASE = { database: 'governance' };

/** Waits for the badge of drift, or for its end, on a page that is not loaded again. */
const badge = ({ page }: Operator, state: 'attached' | 'detached') =>
  page.locator('.badges').getByText('Drifted').waitFor({ state });

/** Changes on the platform past the service, and the remedies that the console shows. */
export const DRIFT_JOURNEYS: readonly Journey[] = [
  {
    name: 'finds drift, with the statements that fix it, and shows it at once in the list and on the page',
    async run(environment) {
      const { operator, host, inspect, anotherUser } = environment;
      const other = await anotherUser();
      await other.signIn(host.adminKey);
      await other.isAt('Integrations');
      await other.page.getByRole('cell', { name: 'Enabled' }).waitFor();
      await host.platform.run('DROP SCHEMA portcullis_views CASCADE', DATABASE);
      await openPart(operator, 'Drift');
      await operator.press('Check for drift now');
      await operator.sees('Missing');
      await badge(operator, 'attached');
      await operator.isAt('Statements that repair it');
      await inspect('drift');
      await badge(other, 'attached');
      await inspect('integrations-drifted', other);
      // The report stays known: another user sees it without a new check.
      await openPart(other, 'Drift');
      await other.isAt('Statements that repair it');
      await openPart(other, 'Overview');
      const repair = String(await operator.page.getByLabel('Repair script', { exact: true }).textContent());
      for (const statement of repair.split('\n').filter(Boolean)) await host.platform.run(statement, DATABASE);
      // The service account does not see every object of the set-up: it cannot tell that all drift has gone.
      await operator.page.getByText('Use the privileged account, which may see more').click();
      await fillAccount(operator, owner(environment));
      await operator.press('Check with these credentials');
      await operator.sees('No drift');
      await badge(operator, 'detached');
      await badge(other, 'detached');
      await other.page.close();
    },
  },
  {
    name: 'names the remedy of an automatic set-up when its recurring validation fails, and the remedy works',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await host.platform.run('DROP SCHEMA portcullis_views CASCADE', DATABASE);
      await openPart(operator, 'Overview');
      await operator.press('Validate now');
      await operator.sees(
        /lacks the schema portcullis_views. Edit the integration with the same settings and privileged/,
      );
      expectThat(
        (await operator.page.getByText(/create script/).count()) === 0,
        'It names the script of a manual set-up.',
      );
      await inspect('failed-validation');
      await operator.follow(/^Edit it with the same settings/);
      await fillAccount(operator, owner(environment));
      await operator.press('Test and plan');
      await operator.isAt('Before it runs');
      await operator.press('Apply: run these steps');
      await operator.sees('Integration: Enabled');
      await openPart(operator, 'Overview');
      await operator.press('Validate now');
      await operator.page.getByRole('status').filter({ hasText: 'Validated: passed' }).waitFor({ state: 'attached' });
    },
  },
];
