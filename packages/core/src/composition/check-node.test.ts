import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { checkNode } from './check-node.ts';

it.each(['18.20.4', '20.20.2', '22.18.0'])('refuses Node %s and names the version that is needed', (node) => {
  expect(() => checkNode({ node })).toThrow(
    expect.objectContaining({
      code: 'NODE_UNSUPPORTED',
      message: `Portcullis needs Node 22.19 or later. This process runs on ${node}.`,
    }),
  );
});

it.each(['22.19.0', '22.20.1', '24.0.0'])('accepts Node %s', (node) => {
  expect(() => checkNode({ node })).not.toThrow();
});

it.each(['bun', 'deno'])('does not check the version of Node that %s reports', (runtime) => {
  expect(() => checkNode({ node: '20.11.1', [runtime]: '1.0.0' })).not.toThrow();
});

it('does not check a runtime that reports no version of Node', () => {
  expect(() => checkNode({})).not.toThrow();
});

it('has the oldest version of the package', () => {
  const oldest = manifest.engines.node.replace('>=', '');
  expect(() => checkNode({ node: `${oldest}.0` })).not.toThrow();
  const [major, minor] = oldest.split('.').map(Number);
  expect(() => checkNode({ node: `${major}.${Number(minor) - 1}.0` })).toThrow(oldest);
});
