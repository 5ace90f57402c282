import type { Plan } from '@portcullis/client';
import { expect, it } from 'vitest';
import { renderPlan } from './render-plan.ts';
import { createStyle } from './style.ts';

const step: Plan['steps'][number] = {
  action: 'alter',
  object: { key: 'account', kind: 'user', name: 'service' },
  statement: 'ALTER USER service ENABLE',
  reason: 'The service signs in with it.',
  privileges: [],
  inverse: [],
  destructive: false,
  stage: 'main',
  actor: 'setup',
};
const planOf = (steps: Plan['steps']): Plan => ({ hash: 'abc', operation: 'edit', steps, warnings: [] });

it('explains under a step why it cannot be reverted if a later one fails', () => {
  const plan = planOf([step, { ...step, irreversible: 'Its former state cannot be restored.' }]);
  expect(renderPlan(plan, createStyle({ colours: false }))).toBe(
    [
      '~ user service  the set-up user: The service signs in with it.',
      '    ALTER USER service ENABLE',
      '~ user service  the set-up user: The service signs in with it.',
      '    ALTER USER service ENABLE',
      '    Irreversible: Its former state cannot be restored.',
      'Plan abc',
      '',
    ].join('\n'),
  );
});
