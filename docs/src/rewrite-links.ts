import { relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { siteLink } from './site-link.ts';
import { REPOSITORY } from './site-pages.ts';

/**
 * Links are written between the files of the repository, so that they work wherever the files are read. In the site the
 * files stand elsewhere: links to pages lead to their places there, links to other files to the repository.
 */
export function rewriteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'rewrite-links', ({ tokens, env }) => {
    // The index of the search has no other path than the one of the file; where pages have another place, it is realPath.
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const file = relative(REPOSITORY, realPath ?? path).replaceAll('\\', '/');
    for (const { attrs, type } of tokens.flatMap(({ children }) => children ?? [])) {
      if (type !== 'link_open') continue;
      for (const attribute of attrs ?? []) if (attribute[0] === 'href') attribute[1] = siteLink(file, attribute[1]);
    }
  });
}
