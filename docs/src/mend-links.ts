import { existsSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { placeOf, REPOSITORY, SOURCE_URL } from './site-pages.ts';

/**
 * Links are written between the files of the repository, so that they work wherever the files are read. In the site the
 * files stand elsewhere: links to pages lead to their places there, links to other files to the repository.
 */
export function mendLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'mend-links', ({ tokens, env }) => {
    // The index of the search has no other path than the one of the file; where pages have another place, it is realPath.
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const file = relative(REPOSITORY, realPath ?? path).replaceAll('\\', '/');
    for (const { attrs, type } of tokens.flatMap(({ children }) => children ?? [])) {
      if (type !== 'link_open') continue;
      for (const attribute of attrs ?? []) if (attribute[0] === 'href') attribute[1] = siteLink(file, attribute[1]);
    }
  });
}

/**
 * A link of a file as it has to be in the site.
 * @param file path from the root of the repository, with forward slashes
 * @param href the link as it is written
 */
export function siteLink(file: string, href: string): string {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), decodeURI(path));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const place = placeOf(target) ?? placeOf(posix.join(target, 'README.md'));
  if (place) return `/${place}${suffix}`;
  const found = join(REPOSITORY, target);
  const kind = existsSync(found) && statSync(found).isDirectory() ? 'tree' : 'blob';
  return `${SOURCE_URL}/${kind}/main/${target.replace(/\/$/, '')}${suffix}`;
}
