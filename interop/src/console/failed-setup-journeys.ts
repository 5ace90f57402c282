import { expectThat, type Journey } from './journey.ts';
import { fillAccount, goTo, HOST, owner } from './journey-parts.ts';

const DATABASE = 'half_made';

/** Journeys with a failing set-up. They leave integration 3 for later journeys. */
export const FAILED_SETUP_JOURNEYS: readonly Journey[] = [
  {
    name: 'keeps the entries of a form while the server is down, and continues when it responds again',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await goTo(environment, operator, 'integrations/new/redshift');
      await operator.isAt('New Redshift integration');
      await operator.page.getByLabel(/^The service/).check();
      await operator.fill('Host', HOST);
      await operator.fill('Database', DATABASE);
      await operator.fill('Initial database optional', host.platform.server.database);
      await fillAccount(operator, owner(environment));
      const comeBack = await host.goDown();
      await operator.press('Test and plan');
      await operator.sees('The service does not respond');
      await operator.sees(/Nothing on this page is lost/);
      await inspect('server-down');
      await comeBack();
      await operator.press('Test and plan');
      await operator.isAt('Before it runs');
    },
  },
  {
    name: 'lists the leftovers of a failed set-up, and resumes it',
    async run(environment) {
      const { operator, host, inspect } = environment;
      host.platform.refuseNext('CREATE SCHEMA');
      await operator.press('Create: run these steps');
      await operator.sees('Integration: Creation failed');
      await operator.follow('Overview');
      await operator.sees(/resumes the creation/);
      await inspect('half-made');

      await goTo(environment, operator, 'integrations/new/redshift');
      await operator.fill('Host', HOST);
      await operator.fill('Database', DATABASE);
      await operator.fill('Initial database optional', host.platform.server.database);
      await fillAccount(operator, owner(environment));
      await operator.press('Test and plan');
      await operator.sees('An earlier attempt for this target failed');
      await operator.sees(/Edit the integration that the message names/);

      await goTo(environment, operator, 'integrations/3');
      await operator.follow(/^Correct the settings and continue/);
      await fillAccount(operator, owner(environment));
      await operator.press('Test and plan');
      await operator.press('Apply: run these steps');
      await operator.sees('Integration: Enabled');
    },
  },
  {
    name: 'asks for another key when the key expires, and keeps the unsaved entries',
    async run({ host, anotherUser, call }) {
      const body = { name: 'Short', permissions: ['APPLICATION_ADMIN'], expiresAt: '2100-01-01T00:00:00Z' };
      const { id, key } = (await call('POST', '/api-keys', body)) as { readonly id: number; readonly key: string };
      const user = await anotherUser();
      await user.signIn(key);
      await user.open('Webhooks');
      await user.follow('New webhook');
      await user.fill('Name', 'Half written');
      await host.expire(id);
      await user.press('Create');
      await user.isAt('Your key is no longer accepted');
      await user.signIn(key);
      await user.sees(/has expired or was revoked/);
      await user.signIn(host.adminKey);
      await user.page.getByRole('dialog').waitFor({ state: 'detached' });
      expectThat(
        (await user.page.getByLabel('Name', { exact: true }).inputValue()) === 'Half written',
        'What was written is lost.',
      );
      await user.page.close();
    },
  },
];
