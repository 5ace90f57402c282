import { expectThat, type Journey } from './journey.ts';

/** Journeys that sign in, and that lose their session. */
export const SESSION_JOURNEYS: readonly Journey[] = [
  {
    name: 'refuses a wrong key, with a remedy',
    async run({ operator, host, inspect }) {
      await operator.page.goto(host.url.replace(/\/$/, ''));
      await operator.page.getByLabel('API key').waitFor();
      expectThat(operator.page.url() === host.url, `The page is at ${operator.page.url()}.`);
      await inspect('sign-in');
      await operator.signIn(`pck_${'0'.repeat(49)}`);
      await operator.sees('The key is not accepted');
      await operator.sees(/Ask an administrator for a new key/);
      await inspect('wrong-key');
    },
  },
  {
    name: 'reports that the server is down, and continues when it responds again',
    async run({ operator, host }) {
      const comeBack = await host.goDown();
      await operator.signIn(host.adminKey);
      await operator.sees('The service does not respond');
      await comeBack();
      await operator.press('Sign in');
      await operator.isAt('Integrations');
      await operator.isAt('No integration yet');
    },
  },
  {
    name: 'keeps the key in memory only: a reload removes it',
    async run({ operator, host }) {
      const stored = await operator.page.evaluate(
        'localStorage.length + sessionStorage.length + document.cookie.length',
      );
      expectThat(stored === 0, 'Something is stored in the browser.');
      await operator.page.reload();
      await operator.page.getByLabel('API key').waitFor();
      await operator.signIn(host.adminKey);
      await operator.isAt('Integrations');
    },
  },
  {
    name: 'can be operated by keyboard, and moves the focus to the opened page',
    async run({ operator }) {
      const { page } = operator;
      const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
      expectThat((await focused()) === 'Integrations', `The focus is at "${await focused()}", not at the heading.`);
      await page.getByRole('link', { name: 'Webhooks', exact: true }).focus();
      await page.keyboard.press('Enter');
      await operator.isAt('Webhooks');
      await page.waitForFunction("document.activeElement?.tagName === 'H1'");
      expectThat((await focused()) === 'Webhooks', 'The focus did not follow.');
      await page.getByRole('button', { name: 'Skip to main content' }).focus();
      await page.keyboard.press('Enter');
      expectThat((await focused()) === 'Webhooks', 'The page cannot be skipped to.');
      await page.keyboard.press('Tab');
      expectThat(/Refresh|New webhook/.test(await focused()), `Behind the heading comes "${await focused()}".`);
    },
  },
];

/** Journeys with a key that expires while a user works, and with the permission to read data. */
export const KEY_JOURNEYS: readonly Journey[] = [
  {
    name: 'creates an API key, shows it once, and revokes it',
    async run({ operator, inspect }) {
      await operator.open('API keys');
      await operator.page.getByText('New key', { exact: true }).click();
      await operator.fill('Name', 'Nightly job');
      await operator.press('Create the key');
      await operator.isAt('The key “Nightly job”');
      const key = await operator.page.locator('pre').first().textContent().then(String);
      expectThat(/^pck_\w+/.test(key), 'The key is not shown.');
      await inspect('api-keys');
      await operator.press('I have it');
      expectThat(!(await operator.page.content()).includes(key), 'The key is still in the page.');
      await operator.press('Revoke Nightly job');
      await operator.isAt('Revoke Nightly job?');
      await inspect('revoke');
      await operator.page.keyboard.press('Escape');
      await operator.page.getByRole('dialog').waitFor({ state: 'detached' });
      await operator.press('Revoke Nightly job');
      await operator.press('Revoke');
      await operator.sees('Revoked');
    },
  },
  {
    name: 'keeps the unsaved entries when the key is revoked',
    async run({ host, anotherUser, call, inspect }) {
      const made = (await call('POST', '/api-keys', { name: 'Short', permissions: ['APPLICATION_ADMIN'] })) as {
        readonly id: number;
        readonly key: string;
      };
      const user = await anotherUser();
      await user.signIn(made.key);
      await user.open('Integrations');
      await user.follow('New integration');
      await user.follow(/^Snowflake/);
      await user.fill('Warehouse', 'HALF_WRITTEN');
      await call('DELETE', `/api-keys/${made.id}`);
      await user.press('Test and plan');
      await user.isAt('Your key is no longer accepted');
      await user.signIn(host.adminKey);
      await user.page.getByRole('dialog').waitFor({ state: 'detached' });
      expectThat(
        (await user.page.getByLabel('Warehouse').inputValue()) === 'HALF_WRITTEN',
        'What was written is lost.',
      );
      await user.page.close();
      await inspect('api-keys-after');
    },
  },
  {
    name: 'shows a user without permissions only their own data',
    async run({ host, anotherUser }) {
      const user = await anotherUser();
      await user.signIn(host.userKey);
      await user.isAt('Webhooks');
      const sections = await user.page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link')
        .allTextContents();
      expectThat(sections.join() === 'Webhooks,Deliveries,API keys', `They see ${sections.join(', ')}.`);
      await user.page.close();
    },
  },
  {
    name: 'changes the settings, and shows the problems of invalid ones',
    async run({ operator, inspect }) {
      await operator.open('Settings');
      await operator.fill('Deadline of receivers, in seconds', '0');
      await operator.press('Save');
      await operator.sees('at least 0.1 seconds');
      await inspect('settings');
      await operator.fill('Deadline of receivers, in seconds', '1');
      await operator.press('Save');
      await operator.page.getByText(/Changes take effect at once/).waitFor();
      await operator.page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ state: 'attached' });
    },
  },
];
