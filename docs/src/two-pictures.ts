import type { MarkdownRenderer } from 'vitepress';

const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img ([^>]*)>\s*<\/picture>/g;

/**
 * A `<picture>` asks the system whether it is dark; readers of the site choose for themselves. So there, both pictures are on the
 * page, and the one that fits is shown.
 */
export function twoPictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('block', 'two-pictures', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = token.content.replaceAll(PICTURE, both);
    }
  });
}

const both = (_: string, dark: string, attributes: string): string =>
  `<p><img class="only-light" ${attributes}><img class="only-dark" ${attributes.replace(/src="[^"]*"/, `src="${dark}"`)}></p>`;
