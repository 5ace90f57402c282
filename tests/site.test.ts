import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLES } from '@portcullis/core';
import { describe, expect, it } from 'vitest';
import { SIDEBAR } from '../docs/src/sidebar.ts';
import { siteLink } from '../docs/src/site-link.ts';
import { pageFiles, sitePathOf } from '../docs/src/site-pages.ts';

const docs = join(import.meta.dirname, '../docs');
const read = (path: string) => readFileSync(join(docs, path), 'utf8');
const addressOf = (file: string) => `/${sitePathOf(file)}`.replace(/(?<=\/)index\.md$|\.md$/, '');

/**
 * Pages that the sidebar links indirectly: each decision from the list of decisions, and the pages of the API reference
 * from their own sidebar.
 */
const INDIRECT = /^docs\/(adr\/\d|reference\/api\/)|^examples\/shared\//;

describe('the site', () => {
  const links = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => link));
  const pages = pageFiles().filter((file) => !INDIRECT.test(file));

  it('has every page in its sidebar exactly once', () => {
    const expected = new Set([...pages.map(addressOf), '/reference/api/']);
    expect(links.toSorted()).toEqual([...expected].toSorted());
  });

  it('lists every decision', () => {
    const records = pageFiles().flatMap((file) => /^docs\/adr\/(\d{4}-.*)$/.exec(file)?.[1] ?? []);
    expect(records.length).toBeGreaterThan(5);
    for (const record of records) expect(read('adr/README.md')).toContain(`(${record})`);
  });

  it.each([
    ['docs/README.md', 'guide/quick-start.md', '/guide/quick-start.md'],
    ['docs/concepts/lifecycle.md', '../../packages/core', '/packages/core.md'],
    ['plugins/trino/README.md', '../../docs/platforms.md#trino', '/platforms/index.md#trino'],
    ['docs/write-a-store.md', '../LICENSE', 'https://github.com/portcullis-dev/portcullis/blob/main/LICENSE'],
    ['bench/README.md', 'src', 'https://github.com/portcullis-dev/portcullis/tree/main/bench/src'],
    ['docs/README.md', '#look-up', '#look-up'],
    ['docs/README.md', 'https://trino.io/docs', 'https://trino.io/docs'],
  ])('turns the link of %s to %s into %s', (file, href, expected) => {
    expect(siteLink(file, href)).toBe(expected);
  });

  it('has two versions of the diagram that differ only in colours', () => {
    const withoutColours = (path: string) => read(path).replace(/svg \{ --page[^}]*\}/, '');
    expect(withoutColours('images/one-idea-dark.svg')).toBe(withoutColours('images/one-idea.svg'));
    expect(read('images/one-idea-dark.svg')).not.toBe(read('images/one-idea.svg'));
  });
});

describe('the page on stored data', () => {
  it('names exactly the tables of the store', () => {
    const [, section = ''] = /^([\s\S]*?)\n## /.exec(read('security/what-is-stored.md')) ?? [];
    const named = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  });
});
