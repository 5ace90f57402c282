import { expectThat, type Journey, type TestEnvironment } from './journey.ts';
import { goTo } from './journey-parts.ts';

const ROTATIONS = 20;

const rotate = async ({ host, call }: TestEnvironment) => {
  await call('POST', '/integrations/3/rotate-secret');
  await host.portcullis.integrations.whenIdle(3);
};

/** Maintenance journeys on existing integrations: integration 3, and integration 2, which is Trino. */
export const MAINTENANCE_JOURNEYS: readonly Journey[] = [
  {
    name: 'rotates the secret of the service account, by a plan',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await goTo(environment, operator, 'integrations/3/maintenance');
      await operator.press('Plan the rotation');
      await operator.isAt('Before it runs');
      await inspect('rotation');
      const before = host.platform.statements.length;
      await operator.press('Rotate: run these steps');
      await operator.isAt('Latest operation');
      await operator.sees('Integration: Enabled');
      const changed = host.platform.statements.slice(before).filter((text) => /^ALTER USER .*PASSWORD/.test(text));
      expectThat(changed.length > 0, 'No password was changed.');
      await operator.follow('Overview');
      await operator.press('Validate now');
      await operator.page.getByRole('status').filter({ hasText: 'Validated: passed' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'runs nothing when another user saves first, and plans again',
    async run(environment) {
      const { operator } = environment;
      await goTo(environment, operator, 'integrations/3/maintenance');
      await operator.press('Plan the rotation');
      await operator.isAt('Before it runs');
      await rotate(environment);
      await operator.press('Rotate: run these steps');
      await operator.sees('Another user changed this in the meantime');
      await operator.press('Rotate: run these steps');
      await operator.isAt('Latest operation');
      await operator.sees('Integration: Enabled');
    },
  },
  {
    name: 'shows older events and operations on request',
    async run(environment) {
      const { operator, inspect } = environment;
      for (let done = 0; done < ROTATIONS; done += 1) await rotate(environment);
      await operator.press('Refresh');
      const rows = operator.page.locator('section[aria-labelledby=journal-heading] > ul > li');
      await operator.press('Older operations');
      await rows.nth(ROTATIONS + 2).waitFor();
      await operator.sees(/^create/);
      await inspect('journal');
    },
  },
  {
    name: 'migrates to the installed version of the plugin',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await host.upgrade((old) =>
        old.webhooks.create(
          { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } },
          {
            webhooks: [
              {
                name: 'Sealed before',
                url: `${host.receiver.url}/before`,
                global: true,
                notificationType: ['tagCreated'],
                actionType: null,
                secret: 'sealed-with-the-older-key',
              },
            ],
          },
        ),
      );
      await goTo(environment, operator, 'integrations/3/maintenance');
      await operator.press('Plan the migration');
      await operator.sees(/^From version/);
      await operator.isAt('Before it runs');
      await inspect('migration');
      await operator.press('Migrate: run these steps');
      await operator.isAt('Latest operation');
      await operator.sees('Integration: Enabled');
      await goTo(environment, operator, 'integrations/3/maintenance');
      await operator.press('Plan the migration');
      await operator.page.locator('.review, [role=alert]').first().waitFor();
    },
  },
  {
    name: 'reseals the secrets of an older key',
    async run({ operator, call, inspect }) {
      await operator.open('Settings');
      await operator.sees(/still seals 1/);
      await operator.page.getByRole('button', { name: 'Reseal them with the current key' }).focus();
      await inspect('sealed-secrets');
      await operator.press('Reseal them with the current key');
      await operator.page
        .getByRole('status')
        .filter({ hasText: '1 secret was resealed' })
        .waitFor({ state: 'attached' });
      await operator.sees(/All secrets are sealed with the current key/);
      await call('DELETE', '/webhooks/1');
    },
  },
  {
    name: 'generates a new key for Trino, and shows how long the previous one is valid',
    async run(environment) {
      const { operator, inspect } = environment;
      await goTo(environment, operator, 'integrations/2/setup');
      await operator.press('Show key and files');
      await operator.isAt('Files');
      const shown = () => operator.page.getByLabel('Key', { exact: true }).first().textContent().then(String);
      const before = await shown();
      await operator.page.getByLabel(/configure the cluster with the new key/).check();
      await operator.press('Generate a new key');
      await operator.sees(/The previous key is accepted until/);
      expectThat((await shown()) !== before, 'The key is the one before.');
      await inspect('new-key');
    },
  },
  {
    name: 'removes an integration from the service only, and shows the script for the rest',
    async run(environment) {
      const { operator, host, inspect } = environment;
      await goTo(environment, operator, 'integrations/3/delete');
      await operator.page.getByText('Is the platform no longer reachable?').click();
      await operator.page.getByLabel(/clean the platform up by hand/).check();
      const before = host.platform.statements.length;
      await operator.press('Remove from the service only');
      await operator.isAt('Removed from the service');
      expectThat(host.platform.statements.length === before, 'Something was run on the platform.');
      await operator.sees(/DROP USER/);
      const state = await operator.page.locator('.page-aside').textContent();
      expectThat(/Disabled/.test(String(state)), `It is said to be ${state}.`);
      await inspect('removed');
      await operator.follow('To the list');
      await operator.isAt('Integrations');
      await operator.sees('1 in all');
    },
  },
];
