import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRACING_CHANNELS } from '@portcullis/core';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/operations/observability.md'), 'utf8');

describe('the page on observability', () => {
  it('names exactly the existing events', () => {
    const names = globSync('packages/core/src/**/*-events.ts', { cwd: root }).flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const [, members = ''] = /export interface \w+Events \{\n([\s\S]*?)\n\}/.exec(source) ?? [];
      return [...members.matchAll(/^ {2}'?([\w.]+)'?: /gm)].map(([, name]) => name);
    });
    expect(names.length).toBeGreaterThan(8);
    const [, table = ''] = /## Events\n([\s\S]*?)\n## /.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| `([\w.]+)`/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(names.toSorted());
  });

  it('names every tracing channel', () => {
    const listed = [...page.matchAll(/^\| `(\w+)` +\| `(portcullis[\w.]+)`/gm)].map(([, key, name]) => [key, name]);
    expect(listed).toEqual(Object.entries(TRACING_CHANNELS));
  });

  it('shows a runnable example', async () => {
    const [, block] = /<!-- channels -->\n```ts\n([\s\S]*?)\n```/.exec(page) ?? [];
    expect(block).toBe(readFileSync(join(root, 'scripts/observability-example.ts'), 'utf8').trimEnd());
    const { tracingChannel } = await import('node:diagnostics_channel');
    expect(tracingChannel(TRACING_CHANNELS.statement).hasSubscribers).toBe(false);
    await import('./observability-example.ts');
    expect(tracingChannel(TRACING_CHANNELS.statement).hasSubscribers).toBe(true);
  });
});
