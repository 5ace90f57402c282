import type { MarkdownRenderer } from 'vitepress';

const PICTURE =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\s*<img ([^>]*)>\s*<\/picture>/g;

/**
 * Replaces each `<picture>`, which follows the theme of the system, by two images. The site shows the one for the theme
 * that the reader has chosen.
 */
export function themePictures(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('block', 'theme-pictures', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = token.content.replaceAll(PICTURE, themedImages);
    }
  });
}

const themedImages = (_: string, dark: string, attributes: string): string =>
  `<p><img class="only-light" ${attributes}><img class="only-dark" ${attributes.replace(/src="[^"]*"/, `src="${dark}"`)}></p>`;
