import { afterAll, describe, expect, it } from 'vitest';
import { PLATFORM_KINDS, type PlatformKind } from '../src/index.ts';
import { type ScaffoldedPlugin, scaffoldedPlugin, type Verdict } from './support/scaffolded-plugin.ts';

const scaffolded: ScaffoldedPlugin[] = [];
afterAll(() => {
  for (const plugin of scaffolded) plugin.remove();
});

const MINUTES = 60_000;

/** In sampled tests, one kind represents the others. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';
const KINDS = (Object.keys(PLATFORM_KINDS) as PlatformKind[]).slice(0, SAMPLED ? 1 : undefined);

// The largest plugin of each kind, with every sign-in method. `pnpm combinations` tests all combinations.
describe.each(KINDS)('a generated plugin of kind %s', (kind) => {
  const plugin = scaffoldedPlugin({ name: 'Light House', kind, auth: PLATFORM_KINDS[kind].auth });
  scaffolded.push(plugin);
  const check = async (work: Promise<Verdict>) => {
    const { passed, output } = await work;
    expect(passed, output).toBe(true);
    return output;
  };

  it('type-checks', { timeout: 3 * MINUTES }, () => check(plugin.typecheck()));

  it('follows its lint rules, including the format', { timeout: 3 * MINUTES }, () => check(plugin.lint()));

  it.each(SAMPLED ? [] : ['A', 'Extraordinarily Long Named Data Platform'])(
    'follows them with the name %s',
    { timeout: 3 * MINUTES },
    async (name) => {
      const named = scaffoldedPlugin({ name, kind, auth: PLATFORM_KINDS[kind].auth });
      scaffolded.push(named);
      await check(named.lint());
    },
  );

  it('passes the conformance kit and its own tests', { timeout: 5 * MINUTES }, async () => {
    const output = await check(plugin.test());
    expect(output).toContain('tests/conformance.test.ts');
  });
});
