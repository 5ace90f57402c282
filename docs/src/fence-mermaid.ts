import type { MarkdownRenderer } from 'vitepress';

/** Fences of the language `mermaid` become diagrams, drawn in the browser; where no script runs, their text is shown. */
export function fenceMermaid(markdown: MarkdownRenderer): void {
  const other = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return other?.(tokens, index, options, env, self) ?? '';
    return `<MermaidDiagram source="${encodeURIComponent(token.content)}" />`;
  };
}
