import { describe, expect, it } from 'vitest';
import { findBrokenLinks } from './documentation/find-broken-links.ts';
import { readPage, readPages } from './documentation/read-pages.ts';

describe('links of the documentation', () => {
  it('have existing targets, anchors included', () => {
    const pages = readPages();
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(100);
    expect(findBrokenLinks(pages)).toEqual([]);
  });

  it.each([
    ['[a](no-such-page.md)', 'no-such-page.md does not exist'],
    ['[a](../README.md#no-such-heading)', 'names no heading'],
    ['[a](#elsewhere)', 'names no heading'],
    ['[a](/guide/quick-start)', 'is absolute'],
    ['[a](http://plain.example)', 'is not a valid address'],
    ['<img src="no-such-picture.svg">', 'does not exist'],
  ])('are rejected: %s', (text, reason) => {
    const [page, readme] = [
      readPage('docs/sample.md', `# Sample\n\n${text}\n`),
      readPage('README.md', '# Portcullis\n'),
    ];
    expect(findBrokenLinks([page, readme])).toEqual([expect.stringContaining(reason)]);
  });

  it('are accepted to headings of the same page and of other pages, including duplicate headings', () => {
    const text =
      '# Sample\n\n## On `it`\n\n## On `it`\n\n[a](#on-it-1) [b](../README.md#portcullis) [c](../README.md)\n';
    expect(findBrokenLinks([readPage('docs/sample.md', text), readPage('README.md', '# Portcullis\n')])).toEqual([]);
  });
});
