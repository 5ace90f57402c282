import { expect, it } from 'vitest';
import { sampleDefinition } from '../../tests/sample-definition.ts';
import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkContainers } from './check-containers.ts';

type Containers = NonNullable<AnyPluginDefinition['containers']>;
type Container = Containers[number];

const container = (fields: Partial<Container>): Container =>
  ({ key: 'schemas', kind: 'schema', stage: 'main', ...fields }) as Container;
const issuesOf = (...containers: Containers) =>
  checkContainers(sampleDefinition({ containers })).map(({ path, problem }) => `${path}: ${problem}`);

it('accepts containers with unique keys on a stage of the plugin', () => {
  expect(issuesOf(container({}), container({ key: 'databases' }))).toEqual([]);
});

it('accepts a plugin without containers', () => {
  expect(checkContainers(sampleDefinition())).toEqual([]);
});

it('refuses a key that is not kebab-case', () => {
  expect(issuesOf(container({ key: 'Schemas' }))).toEqual(['containers[0].key: "Schemas" is not kebab-case.']);
});

it('refuses the later of two containers with one key', () => {
  expect(issuesOf(container({}), container({}))).toEqual(['containers[1].key: "schemas" occurs twice.']);
});

it('refuses a stage that the plugin does not have', () => {
  expect(issuesOf(container({ stage: 'mian' }))).toEqual(['containers[0].stage: "mian" is not a stage.']);
});
