import { expectThat, type Journey } from './journey.ts';
import { goTo, HOST } from './journey-parts.ts';
import type { Operator } from './operator.ts';

const SECRETS = ['Ada4Secret9Password', 'ada_privileged', 'whsec_kept_nowhere', 'T0KEN4PATH'];

/** Returns everything that the browser stores for the page. */
const stored = ({ page }: Operator) =>
  page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

async function expectNoSecrets(operator: Operator, key: string): Promise<void> {
  const text = await stored(operator);
  const found = [...SECRETS, key].filter((secret) => text.includes(secret));
  expectThat(found.length === 0, `The browser stores ${found.join(', ')}.`);
}

/** Journeys with a reload of the page. The browser keeps entries, and no secret. */
export const RELOAD_JOURNEYS: readonly Journey[] = [
  {
    name: 'keeps the entries of a form over a reload, but stores no secret',
    async run(environment) {
      const { host, anotherUser, inspect } = environment;
      const user = await anotherUser();
      await user.signIn(host.adminKey);
      await user.isAt('Integrations');
      await goTo(environment, user, 'integrations/new/redshift');
      await user.page.getByLabel(/You, with a script/).check();
      await user.fill('Host', HOST);
      await user.fill('Database', 'half_entered');
      await user.fill('User name', 'ada_privileged');
      await user.fill('Password', 'Ada4Secret9Password');
      await expectNoSecrets(user, host.adminKey);
      await user.page.reload();
      await user.signIn(host.adminKey);
      await user.sees(/your entries from before the reload/);
      const value = (label: string) => user.page.getByLabel(label, { exact: true }).inputValue();
      expectThat((await value('Host')) === HOST, 'The host is lost.');
      expectThat((await value('Database')) === 'half_entered', 'The database is lost.');
      expectThat((await value('Password')) === '', 'The password was kept.');
      expectThat(await user.page.getByLabel(/You, with a script/).isChecked(), 'The choice of the set-up is lost.');
      await inspect('after-reload', user);
      await user.press('Sign out');
      await user.page.getByLabel('API key').waitFor();
      expectThat(
        (await stored(user)) === '[{},{},""]',
        `After the sign-out, the browser stores ${await stored(user)}.`,
      );
      await user.page.close();
    },
  },
  {
    name: 'keeps the entries for a webhook over a reload, without its secret and address',
    async run(environment) {
      const { host, anotherUser } = environment;
      const user = await anotherUser();
      await user.signIn(host.adminKey);
      await user.isAt('Integrations');
      await goTo(environment, user, 'webhooks/new');
      await user.fill('Name', 'Half entered');
      await user.fill('Address', 'https://receiver.example/T0KEN4PATH');
      await user.page.getByLabel(/^modelCreated/).check();
      await user.fill('Secret optional', 'whsec_kept_nowhere');
      await expectNoSecrets(user, host.adminKey);
      await user.page.reload();
      await user.signIn(host.adminKey);
      const value = (label: string) => user.page.getByLabel(label, { exact: true }).inputValue();
      await user.isAt('New webhook');
      expectThat((await value('Name')) === 'Half entered', 'The name is lost.');
      expectThat((await value('Address')) === '', 'The address was kept.');
      expectThat(await user.page.getByLabel(/^modelCreated/).isChecked(), 'The chosen kind is lost.');
      expectThat((await value('Secret optional')) === '', 'The secret was kept.');
      await user.page.close();
    },
  },
];
