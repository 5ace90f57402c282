import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> }[];
}

const files = globSync(join(import.meta.dirname, '../.github/workflows/*.yml')).toSorted();
const jobs = files.flatMap((file) => {
  const { permissions, jobs: named } = load(readFileSync(file, 'utf8')) as Workflow;
  return Object.entries(named).map(([name, job]) => ({ name: `${basename(file)}: ${name}`, permissions, ...job }));
});
const mayWrite = ({ permissions }: Job) => Object.values(permissions ?? {}).includes('write');

it.each(jobs)('the job $name keeps no token in the checkout, where scripts of dependencies could read it', (job) => {
  const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
});

it.each(jobs.filter(mayWrite))('the job $name may write, so it names actions by their commits', ({ steps }) => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

it('only the release may write', () => {
  expect(jobs.filter(mayWrite).map(({ name }) => name)).toEqual(['release.yml: release']);
});
