import { afterAll, describe, expect, it } from 'vitest';
import { PLATFORM_KINDS, type PlatformKind } from '../src/index.ts';
import { type TrialPlugin, trialPlugin, type Verdict } from './support/trial-plugin.ts';

const trials: TrialPlugin[] = [];
afterAll(() => {
  for (const trial of trials) trial.remove();
});

const MINUTES = 60_000;

/** One kind stands for the others, where a sample will do. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';
const KINDS = (Object.keys(PLATFORM_KINDS) as PlatformKind[]).slice(0, SAMPLED ? 1 : undefined);

// With every way to sign in: the largest of each kind. `pnpm combinations` tries all of them.
describe.each(KINDS)('a generated plugin of kind %s', (kind) => {
  const trial = trialPlugin({ name: 'Light House', kind, auth: PLATFORM_KINDS[kind].auth });
  trials.push(trial);
  const check = async (work: Promise<Verdict>) => {
    const { passed, output } = await work;
    expect(passed, output).toBe(true);
    return output;
  };

  it('type-checks', { timeout: 3 * MINUTES }, () => check(trial.typecheck()));

  it('keeps to its lint rules, formatting included', { timeout: 3 * MINUTES }, () => check(trial.lint()));

  it.each(SAMPLED ? [] : ['A', 'Extraordinarily Long Named Data Platform'])(
    'keeps to them under the name %s',
    { timeout: 3 * MINUTES },
    async (name) => {
      const named = trialPlugin({ name, kind, auth: PLATFORM_KINDS[kind].auth });
      trials.push(named);
      await check(named.lint());
    },
  );

  it('passes the conformance kit and its own tests', { timeout: 5 * MINUTES }, async () => {
    const output = await check(trial.test());
    expect(output).toContain('tests/conformance.test.ts');
  });
});
