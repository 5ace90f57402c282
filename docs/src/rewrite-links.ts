import { relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { siteLink } from './site-link.ts';
import { REPOSITORY } from './site-pages.ts';

/**
 * Rewrites links between files of the repository: links to pages become links within the site, and links to other files
 * become links to the repository.
 */
export function rewriteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'rewrite-links', ({ tokens, env }) => {
    // The search index has only `path`. For pages whose path differs in the site, `realPath` is the file.
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const file = relative(REPOSITORY, realPath ?? path).replaceAll('\\', '/');
    for (const { attrs, type } of tokens.flatMap(({ children }) => children ?? [])) {
      if (type !== 'link_open') continue;
      for (const attribute of attrs ?? []) if (attribute[0] === 'href') attribute[1] = siteLink(file, attribute[1]);
    }
  });
}
