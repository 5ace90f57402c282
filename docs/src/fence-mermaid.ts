import type { MarkdownRenderer } from 'vitepress';

/** Renders code blocks of the language `mermaid` as diagrams, in the browser. Without scripts, their text is shown. */
export function fenceMermaid(markdown: MarkdownRenderer): void {
  const defaultFence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return defaultFence?.(tokens, index, options, env, self) ?? '';
    return `<MermaidDiagram source="${encodeURIComponent(token.content)}" />`;
  };
}
