import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Link, Page } from './read-pages.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the broken links, one sentence each. For links to other sites, it only checks the form. */
export function findBrokenLinks(pages: readonly Page[]): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap(({ links }) => links.flatMap((link) => problemOf(link, byPath) ?? []));
}

function problemOf(link: Link, pages: ReadonlyMap<string, Page>): string | undefined {
  const broken = (problem: string) => `${link.page}:${link.line}: ${link.href} ${problem}.`;
  if (/^[a-z][a-z\d+.-]*:/i.test(link.href))
    return isWellFormed(link.href) ? undefined : broken('is not a valid address');
  if (link.href.startsWith('/'))
    return broken('is absolute: write it relative to the page, so that it works everywhere');
  const [path = '', anchor] = link.href.split('#');
  const target = path === '' ? link.page : posix.join(posix.dirname(link.page), decodeURI(path)).replace(/\/$/, '');
  // The build of the site writes these pages, which a checkout lacks.
  if (target.startsWith('docs/reference/api/')) return undefined;
  const page = pages.get(target) ?? pages.get(`${target}/README.md`);
  if (!page && !existsSync(join(root, target))) return broken('does not exist');
  if (anchor === undefined) return undefined;
  if (!page) return broken('has an anchor, but is not a page');
  return page.anchors.has(decodeURI(anchor)) ? undefined : broken('names no heading of that page');
}

function isWellFormed(href: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(href)) return true;
  return /^https:\/\//.test(href) && URL.canParse(href) && !/\s/.test(href);
}
