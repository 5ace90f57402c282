import { expect, it } from 'vitest';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { Change } from './change-set.ts';
import { planOf, planSteps, storeStep } from './plan-of.ts';

const step = { text: 'CREATE ROLE r', stage: 'main', actor: 'setup', role: null, engine: null } as RenderedStep;
const change = (fields: Partial<RenderedStep> = {}) =>
  ({
    action: 'create',
    object: { key: 'readers', kind: 'role', name: 'r', by: 'setup' },
    steps: [{ ...step, ...fields }],
    inverse: [],
    privileges: [],
    reason: 'Readers need it.',
    destructive: false,
  }) as unknown as Change;

it('a step shows its role and its engine, if it has any', () => {
  expect(planSteps(change({ role: 'owner', engine: 'small' }), {})).toMatchObject([{ role: 'owner', engine: 'small' }]);
  const [plain] = planSteps(change(), {});
  expect(plain).not.toHaveProperty('role');
  expect(plain).not.toHaveProperty('engine');
});

it('an administrator runs the steps of the script in manual mode', () => {
  expect(planSteps(change(), { manual: true })).toMatchObject([{ actor: 'administrator' }]);
  expect(planSteps(change(), {})).toMatchObject([{ actor: 'setup' }]);
});

it('a change that affects only the store is a step of the stage "store"', () => {
  expect(storeStep('config.token')).toMatchObject({ action: 'store', stage: 'store', actor: 'portcullis' });
});

it('two plans have the same hash exactly if they have the same effect', () => {
  const plan = planOf('edit', [change()]);
  expect(planOf('edit', [change()]).hash).toBe(plan.hash);
  expect(planOf('edit', [change({ role: 'owner' })]).hash).not.toBe(plan.hash);
  expect(planOf('create', [change()]).hash).not.toBe(plan.hash);
});
