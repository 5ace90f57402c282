import type { MarkdownRenderer } from 'vitepress';

/** Keeps `{{ x }}` in inline code, as in code blocks. Elsewhere Vue replaces it by the value of an expression. */
export function verbatimCode(markdown: MarkdownRenderer): void {
  markdown.core.ruler.after('inline', 'verbatim-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
  });
}
