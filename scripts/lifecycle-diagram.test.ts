import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTEGRATION_STATUSES, LIFECYCLE } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { withLifecycle } from './lifecycle-diagram.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/concepts/lifecycle.md'), 'utf8');
const [, diagram = ''] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];

describe('the page of the lifecycle', () => {
  it('matches the table of the lifecycle: run `pnpm docs:lifecycle`', () => {
    expect(page).toBe(withLifecycle(page));
  });

  it('draws every transition, and those of a group once for the group', () => {
    const [, box = ''] = /state "idle" as idle \{([\s\S]*?)\}/.exec(diagram) ?? [];
    const members = box
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^\w+$/.test(line));
    const arrows = [...diagram.matchAll(/(\S+) --> (\w+): (\S+)/g)].flatMap(([, from, to, event]) =>
      (from === 'idle' ? members : [from]).map((each) => `${each} ${event} ${to}`),
    );
    expect(arrows.toSorted()).toEqual(
      LIFECYCLE.map(({ from, event, to }) => `${from ?? '[*]'} ${event} ${to}`).toSorted(),
    );
  });

  it('explains every status', () => {
    for (const status of INTEGRATION_STATUSES) expect(page).toMatch(new RegExp(`^\\| \`${status}\` +\\| \\w`, 'm'));
  });
});
