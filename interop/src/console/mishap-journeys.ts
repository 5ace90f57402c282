import { expectThat, type Journey } from './journey.ts';
import { fillAccount, goTo, HOST, owner } from './journey-parts.ts';

const DATABASE = 'half_made';

/** Journeys in which a set-up goes wrong. They leave the integration 3 behind. */
export const MISHAP_JOURNEYS: readonly Journey[] = [
  {
    name: 'keeps what was entered while the server is down, and goes on when it is back',
    async run(world) {
      const { operator, host, look } = world;
      await goTo(world, operator, 'integrations/new/redshift');
      await operator.isAt('New Redshift integration');
      await operator.page.getByLabel(/^The service/).check();
      await operator.fill('Host', HOST);
      await operator.fill('Database', DATABASE);
      await operator.fill('Initial database optional', host.platform.server.database);
      await fillAccount(operator, owner(world));
      const comeBack = await host.goDown();
      await operator.press('Test and plan');
      await operator.sees('The service does not answer');
      await operator.sees(/Nothing on this page is lost/);
      await look('server-down');
      await comeBack();
      await operator.press('Test and plan');
      await operator.isAt('Before it runs');
    },
  },
  {
    name: 'says what is left of a set-up that stopped half-way, and goes on from there',
    async run(world) {
      const { operator, host, look } = world;
      host.platform.refuseNext('CREATE SCHEMA');
      await operator.press('Create: run these steps');
      await operator.sees('Integration: Creation failed');
      await operator.follow('Overview');
      await operator.sees(/resumes the creation/);
      await look('half-made');

      await goTo(world, operator, 'integrations/new/redshift');
      await operator.fill('Host', HOST);
      await operator.fill('Database', DATABASE);
      await operator.fill('Initial database optional', host.platform.server.database);
      await fillAccount(operator, owner(world));
      await operator.press('Test and plan');
      await operator.sees('An earlier attempt for this target failed');
      await operator.sees(/Edit the integration that the message names/);

      await goTo(world, operator, 'integrations/3');
      await operator.follow(/^Correct the settings and continue/);
      await fillAccount(operator, owner(world));
      await operator.press('Test and plan');
      await operator.press('Apply: run these steps');
      await operator.sees('Integration: Enabled');
    },
  },
  {
    name: 'asks for another key when one expires, and keeps what is being written',
    async run({ host, another, call }) {
      const body = { name: 'Short', permissions: ['APPLICATION_ADMIN'], expiresAt: '2100-01-01T00:00:00Z' };
      const { id, key } = (await call('POST', '/api-keys', body)) as { readonly id: number; readonly key: string };
      const person = await another();
      await person.signIn(key);
      await person.open('Webhooks');
      await person.follow('New webhook');
      await person.fill('Name', 'Half written');
      await host.expire(id);
      await person.press('Create');
      await person.isAt('Your key is no longer accepted');
      await person.signIn(key);
      await person.sees(/has expired or was revoked/);
      await person.signIn(host.adminKey);
      await person.page.getByRole('dialog').waitFor({ state: 'detached' });
      expectThat(
        (await person.page.getByLabel('Name', { exact: true }).inputValue()) === 'Half written',
        'What was written is lost.',
      );
      await person.page.close();
    },
  },
];
