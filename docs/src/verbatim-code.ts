import type { MarkdownRenderer } from 'vitepress';

/** Vue replaces `{{ x }}` in a page by the value of an expression. In inline code it stays as it is, as in blocks of code. */
export function verbatimCode(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'verbatim-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
  });
}
