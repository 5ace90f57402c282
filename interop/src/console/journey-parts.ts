import { expectThat, type TestEnvironment } from './journey.ts';
import type { Operator } from './operator.ts';

/** The cluster in the configs of integrations. The driver always connects to the server of the host. */
export const HOST = 'examplecluster.abc123xyz789.us-east-1.redshift.amazonaws.com';

/** An account of the platform. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/** The account with all rights on the platform. */
export function owner({ host }: TestEnvironment): Account {
  return { user: host.platform.server.user, password: host.platform.server.password };
}

/** Enters an account into the form that asks for one. */
export async function fillAccount(operator: Operator, { user, password }: Account): Promise<void> {
  await operator.fill('User name', user);
  await operator.fill('Password', password);
}

/** Opens a part of the first integration. */
export async function openPart(operator: Operator, part: string): Promise<void> {
  await operator.open('Integrations');
  await operator.follow('Redshift');
  await operator.isAt('Redshift 1');
  await operator.page
    .getByRole('navigation', { name: 'Parts of the integration' })
    .getByRole('link', { name: part })
    .click();
}

/** Opens an address in the console without another sign-in. */
export async function goTo({ host }: TestEnvironment, { page }: Operator, place: string): Promise<void> {
  await page.goto(`${host.url}#/${place}`);
}

/** Fails if the plan on the page shows an object twice. */
export async function expectOneRowAnObject({ page }: Operator): Promise<void> {
  const objects = await page.locator('.plan .steps > li .row-title').allTextContents();
  expectThat(objects.length > 0, 'The plan shows no object.');
  const repeated = objects.filter((object, index) => objects.indexOf(object) !== index);
  expectThat(repeated.length === 0, `The plan shows these objects more than once: ${repeated.join(', ')}.`);
}

/** Returns the effects in the table behind the chart of a plan's objects, by object. */
export async function effectsOfPlan({ page }: Operator): Promise<ReadonlyMap<string, string>> {
  await page.getByRole('img', { name: /^Objects by container: / }).waitFor();
  const rows = page.getByRole('table', { name: 'Objects of the plan' }).locator('tbody tr');
  const texts = await Promise.all((await rows.all()).map((row) => row.locator('td').allTextContents()));
  return new Map(texts.map(([object = '', _container, effect = '']) => [object.trim(), effect]));
}

/** The sizes of a desktop and of a telephone, in pixels. */
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** Plans again in windows of several sizes. Fails unless the result begins in the upper half of each window. */
export async function expectResultInView({ page }: Operator): Promise<void> {
  const usual = page.viewportSize();
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const heading = page.getByRole('heading', { name: 'Before it runs' });
    // The next plan has another heading, whether or not this one is seen to go.
    await page.evaluate("document.querySelector('.review h2').dataset.former = ''");
    await page.getByRole('button', { name: 'Plan again' }).click();
    await page.locator('.review h2:not([data-former]):focus').waitFor();
    const top = (await heading.boundingBox())?.y ?? -1;
    expectThat(
      top >= 0 && top < window.height / 2,
      `The result begins at ${top} of ${window.height} pixels, ${window.width} pixels wide.`,
    );
  }
  if (usual) await page.setViewportSize(usual);
}
