import { expect, it } from 'vitest';
import { sampleDefinition } from '../../tests/sample-definition.ts';
import type { Sql } from '../sql/fragment.ts';
import { secretSlot, sql } from '../sql/template.ts';
import { checkFinish } from './check-finish.ts';

/** Returns the issues of a plugin whose work on each stage ends with a statement. */
const issuesOf = (text: Sql) => {
  const definition = sampleDefinition();
  const stages = definition.stages.map((stage) => ({ ...stage, finish: () => ({ steps: [{ text }], why: 'Saves.' }) }));
  return checkFinish({ ...definition, stages }, {}, 'samples[0]');
};

it('accepts steps without secrets', () => {
  expect(issuesOf(sql`SAVE`)).toEqual([]);
});

it('refuses a secret in the completion of a stage', () => {
  expect(issuesOf(sql`SAVE ${secretSlot('servicePassword')}`)).toEqual([
    {
      path: 'samples[0] stage "main".finish',
      problem: 'has the secret slot "servicePassword".',
      fix: 'Put the secret into a step of the object that has it.',
    },
  ]);
});
