/**
 * Returns a text of the document as Markdown: braces become code, because the site would evaluate them, and angle brackets outside of
 * code are escaped.
 */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replaceAll('<', '&lt;').replaceAll(/\{\{[^{}]*\}\}|\{[^{}]*\}/g, (braces) => `\`${braces}\``),
    )
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Returns a value as inline code. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Returns a value as a block of JSON. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** Returns a part that is folded until a reader opens it. */
export function folded(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Returns the anchor of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
