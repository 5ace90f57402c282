import { DRIFT_JOURNEYS } from './drift-journeys.ts';
import { expectThat, type Journey } from './journey.ts';
import {
  effectsOfPlan,
  expectOneRowAnObject,
  expectResultInView,
  fillAccount,
  HOST,
  openPart,
  owner,
} from './journey-parts.ts';

const WEAK = { user: 'set_up', password: 'Setup4Account9Password' };

/** Journeys through an integration, from its creation to its deletion. */
export const INTEGRATION_JOURNEYS: readonly Journey[] = [
  {
    name: 'shows each problem at its field',
    async run({ operator, inspect }) {
      await operator.open('Integrations');
      await inspect('integrations-empty');
      await operator.follow('New integration');
      await operator.sees('Choose the platform');
      await inspect('new-integration');
      await operator.follow(/^Redshift/);
      await operator.isAt('New Redshift integration');
      await operator.fill('Database', 'governance');
      await operator.press('Test and plan');
      await operator.sees('Some fields are not valid');
      await operator.sees('The password is empty.');
      const issues = await operator.page.locator('.field .issue').allTextContents();
      expectThat(
        issues.join(' ') === 'The host is empty. The name is empty. The password is empty.',
        `The empty fields say: ${issues.join(' ')}`,
      );
      await inspect('form');
    },
  },
  {
    name: 'shows the remedy for a missing privilege, and plans once it is granted',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await host.platform.run(`CREATE USER ${WEAK.user} PASSWORD '${WEAK.password}'`);
      await operator.fill('Host', HOST);
      await operator.fill('Initial database optional', host.platform.server.database);
      await fillAccount(operator, WEAK);
      await operator.press('Test and plan');
      await operator.isAt('Before it runs');
      await operator.sees('A test failed: fix what it reports');
      const remedy = operator.page.locator('.remedy pre').first();
      await remedy.waitFor();
      await inspect('failed-test');
      await operator.sees(/\d+ skipped: \d+: This is checked for manual set-up only; .*: “.+” is off/);
      await expectResultInView(operator);
      await operator.press('Copy statements');
      await operator.sees('Copied');
      for (const statement of await operator.page.locator('.remedy pre').allTextContents()) {
        for (const line of statement.split('\n').filter(Boolean)) await host.platform.run(line);
      }
      await operator.press('Plan again');
      await operator.page.getByRole('button', { name: 'Create: run these steps' }).waitFor();
      await expectOneRowAnObject(operator);
      const effects = await effectsOfPlan(operator);
      const planned = await operator.page.locator('.plan .steps > li .row-title').allTextContents();
      for (const object of planned) {
        expectThat(effects.get(object.trim()) === 'created', `The chart has no ${object} that is created.`);
      }
      await operator.press('Create: run these steps');
    },
  },
  {
    name: 'shows the progress of the set-up, and the enabled integration in the list',
    async run({ operator, inspect }) {
      await operator.isAt('Latest operation');
      await operator.sees('Integration: Enabled');
      await inspect('activity');
      await operator.follow('Overview');
      await operator.isAt('Features');
      await operator.sees('Enabled');
      await operator.sees('Policy-enforced views');
      await inspect('integration');
      await operator.open('Integrations');
      await operator.sees(HOST);
      await operator.fill('Filter', 'nothing like it');
      await operator.sees('0 of 1');
      await operator.fill('Filter', 'redshift');
      await operator.sees('1 in all');
      await inspect('integrations');
    },
  },
  {
    name: 'shows the changes of an edit, and keeps the entries when another user saves first',
    async run(environment) {
      const { operator, inspect, anotherUser, host } = environment;
      await openPart(operator, 'Edit');
      await operator.page.getByLabel('Host').waitFor();
      expectThat(await operator.page.getByLabel('Host').isDisabled(), 'What names the target can be changed.');
      await operator.page.getByLabel('Enabled').check();
      await operator.fill(/^Role/, 'analysts');
      await fillAccount(operator, owner(environment));
      await operator.press('Test and plan');
      await operator.isAt('What changes');
      await operator.sees('created');
      const created = await operator.page.locator('.difference .created code').allTextContents();
      const effects = await effectsOfPlan(operator);
      expectThat(created.length > 0, 'Nothing is created.');
      for (const name of created) {
        const found = [...effects].some(([object, effect]) => object.endsWith(` ${name}`) && effect === 'created');
        expectThat(found, `The chart has no ${name} that is created.`);
      }
      expectThat([...effects.values()].includes('kept'), 'The chart has no object that is kept.');
      await inspect('edit');
      await operator.page.getByRole('figure', { name: 'Objects' }).getByRole('button').focus();
      await inspect('plan-objects');

      const other = await anotherUser();
      await other.signIn(host.adminKey);
      await openPart(other, 'Edit');
      await other.page.getByLabel('Enabled').check();
      await other.fill(/^Role/, 'others');
      await fillAccount(other, owner(environment));
      await other.press('Test and plan');
      await other.press('Apply: run these steps');
      await other.sees('Integration: Enabled');
      await other.page.close();

      await operator.press('Apply: run these steps');
      await operator.sees('Another user changed this in the meantime');
      await inspect('version-conflict');
      await operator.press('Keep my entries and continue from the newest version');
      await operator.sees(/Another user changed Impersonation: Enabled, Impersonation: Role/);
      expectThat((await operator.page.getByLabel(/^Role/).inputValue()) === 'analysts', 'An entry was lost.');
      await operator.press('Test and plan');
      await operator.isAt('What changes');
      host.platform.refuseNext('ALTER ROLE');
      await operator.press('Apply: run these steps');
    },
  },
  {
    name: 'names the failed statement, reverts the edit, and succeeds at the next attempt',
    async run(environment) {
      const { operator, inspect } = environment;
      await operator.sees(/It failed at role analysts/);
      await operator.sees('Integration: Edit failed');
      await inspect('failed-operation');
      await operator.follow('Overview');
      await operator.sees('Edit failed');
      await operator.follow('Edit again');
      await operator.page.getByLabel('Enabled').check();
      await operator.fill(/^Role/, 'analysts');
      await fillAccount(operator, owner(environment));
      await operator.press('Test and plan');
      await operator.press('Apply: run these steps');
      await operator.sees('Integration: Enabled');
    },
  },
  ...DRIFT_JOURNEYS,
  {
    name: 'validates on request, and shows the timeline and the journal',
    async run({ operator, inspect, call }) {
      await openPart(operator, 'Overview');
      await operator.press('Validate now');
      await operator.page.getByRole('status').filter({ hasText: 'Validated' }).waitFor({ state: 'attached' });
      await openPart(operator, 'Maintenance');
      await operator.isAt('Rotate the secret');
      await inspect('maintenance');
      await operator.press('Plan the rotation');
      await operator.page.locator('.review, [role=alert]').first().waitFor();
      await openPart(operator, 'Activity');
      await operator.isAt('Journal');
      const entries = (await call('GET', '/integrations/1/timeline')) as readonly unknown[];
      const events = operator.page.getByRole('table', { name: 'Timeline' }).locator('tbody tr');
      await events.first().waitFor({ state: 'attached' });
      const shown = await events.count();
      expectThat(shown === entries.length, `The timeline has ${shown} events of ${entries.length}.`);
      for (const text of ['Set-up succeeded', 'Edit failed', 'Edit succeeded', 'Drift appeared', 'Drift disappeared']) {
        expectThat((await events.filter({ hasText: text }).count()) > 0, `The timeline does not have: ${text}.`);
      }
      await operator.page.getByRole('figure', { name: 'Timeline' }).getByRole('button').focus();
      await inspect('timeline');
      const rows = operator.page.locator('section[aria-labelledby=journal-heading] > ul > li');
      await rows.nth(3).waitFor();
    },
  },
  {
    name: 'generates the scripts of a manual set-up',
    async run({ operator, host, inspect }) {
      await operator.page.goto(`${host.url}#/integrations/new/redshift`);
      await operator.isAt('New Redshift integration');
      await operator.page.getByLabel(/You, with a script/).check();
      await operator.fill('Host', HOST);
      await operator.fill('Database', 'by_hand');
      await operator.fill('Initial database optional', 'postgres');
      await fillAccount(operator, { user: 'by_hand_service', password: 'Service4Account9Password' });
      await operator.press('Generate the scripts');
      await operator.isAt('Script 1 of 2');
      await operator.isAt('Script 2 of 2');
      await inspect('scripts');
      const [download] = await Promise.all([
        operator.page.waitForEvent('download'),
        operator.page
          .getByRole('button', { name: /^Download/ })
          .first()
          .click(),
      ]);
      expectThat(/\.sql$/.test(download.suggestedFilename()), `The script is called ${download.suggestedFilename()}.`);
      // Scripts of earlier entries must not be run.
      await operator.fill('Database', 'by_hand_again');
      await operator.page.getByRole('heading', { name: 'Script 1 of 2' }).waitFor({ state: 'detached' });
      await operator.press('Generate the scripts');
      await operator.isAt('Script 1 of 2');
    },
  },
  {
    name: 'hides a plan whose entries have changed',
    async run({ operator }) {
      const { promise: isChanged, resolve: change } = Promise.withResolvers<void>();
      await operator.page.route(/dryRun=true/, async (route) => {
        await isChanged;
        await route.continue();
      });
      await operator.press('Test and plan');
      await operator.fill('Database', 'by_hand_at_last');
      const answered = operator.page.waitForResponse(/dryRun=true/);
      change();
      await answered;
      await operator.page.locator('button .spinner').waitFor({ state: 'detached' });
      const isShown = await operator.page.getByRole('heading', { name: 'Before it runs' }).isVisible();
      expectThat(!isShown, 'The plan of the earlier entries is shown.');
      await operator.page.unroute(/dryRun=true/);
    },
  },
  {
    name: 'sets Trino up, and shows its key and files on request',
    async run({ operator, inspect }) {
      await operator.open('Integrations');
      await operator.follow('New integration');
      await operator.follow(/^Trino/);
      await operator.isAt('New Trino integration');
      await operator.press('Test and plan');
      await operator.sees('This type has no tests.');
      const isPassed = () => operator.page.getByText('Passed', { exact: true }).isVisible();
      expectThat(!(await isPassed()), 'The plan says that tests have passed.');
      await operator.press('Create');
      // The set-up is complete only with the key and the files, so this is where it leads.
      await operator.page.getByRole('button', { name: 'Show key and files' }).waitFor();
      await operator.follow('Overview');
      await operator.sees('This type has no tests.');
      expectThat(!(await isPassed()), 'The overview says that tests have passed.');
      await operator.follow('Key and files');
      expectThat((await operator.page.getByText(/access-control/).count()) === 0, 'The files are shown unasked.');
      await operator.press('Show key and files');
      await operator.isAt('Files');
      await operator.page
        .getByText(/access-control/)
        .first()
        .waitFor();
      await inspect('client-setup');
      await operator.press('Hide');
      expectThat((await operator.page.locator('pre').count()) === 0, 'The key is still shown.');
    },
  },
  {
    name: 'deletes by a plan, reports that the plan has changed, and runs the plan that was reviewed last',
    async run(environment) {
      const { operator, inspect } = environment;
      await openPart(operator, 'Delete');
      await operator.press('Test and plan the deletion');
      await operator.page.getByRole('alert').waitFor();
      await fillAccount(operator, owner(environment));
      // The shown plan is older than the plan that the service would run.
      await operator.page.route(
        /dryRun=true/,
        async (route) => {
          const response = await route.fetch();
          const shown = await response.json();
          const plan = { ...shown.plan, hash: '0'.repeat(64), steps: shown.plan.steps.slice(1) };
          await route.fulfill({ response, json: { ...shown, plan } });
        },
        { times: 1 },
      );
      await operator.press('Test and plan the deletion');
      await operator.isAt('Before it runs');
      await inspect('delete');
      await operator.press('Delete: run these steps');
      await operator.sees('The plan has changed since you reviewed it');
      await operator.sees('new since you reviewed the plan');
      await inspect('plan-changed');
      await operator.press('Delete: run these steps');
      await operator.sees('Integration: Deleted');
      await operator.open('Integrations');
      expectThat((await operator.page.getByText(HOST).count()) === 0, 'It is still in the list.');
    },
  },
];
