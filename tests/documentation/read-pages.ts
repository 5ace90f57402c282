import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** A fenced block of code. */
export interface CodeBlock {
  /** The page, from the root of the repository, with forward slashes. */
  readonly page: string;
  /** The line of its first line of code, counted from one. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The preceding comment: a name, or an instruction with its text. Empty without a comment. */
  readonly mark: { readonly kind: 'none' | 'name' | 'from' | 'fragment' | 'output' | 'given'; readonly text: string };
}

/** A link or an image in its original form. */
export interface Link {
  readonly page: string;
  readonly line: number;
  readonly href: string;
}

export interface Page {
  readonly path: string;
  readonly blocks: readonly CodeBlock[];
  readonly links: readonly Link[];
  /** The anchors that may follow `#` in a link to the page. */
  readonly anchors: ReadonlySet<string>;
}

const root = join(import.meta.dirname, '../..');
const markdown = new MarkdownIt({ html: true });

/** All pages for readers: the README, the docs, and the READMEs of packages, plugins, examples and benchmarks. */
export function readPages(): readonly Page[] {
  const patterns = ['*.md', 'docs/**/*.md', '{packages,plugins,examples}/*/README.md', 'bench/README.md'];
  return globSync(patterns, { cwd: root, exclude: (path) => /(^|[\\/])node_modules$/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules/') && !path.startsWith('docs/reference/api/'))
    .toSorted()
    .map((path) => readPage(path, readFileSync(join(root, path), 'utf8')));
}

/** Reads one page. */
export function readPage(path: string, text: string): Page {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, (head) => head.replaceAll(/[^\n]/g, ''));
  const tokens = markdown.parse(body, {});
  const anchors = new Set<string>();
  const blocks: CodeBlock[] = [];
  const links: Link[] = [];
  for (const [index, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'fence') {
      const before = tokens[index - 1];
      const comment = before?.type === 'html_block' ? /<!--([\s\S]*?)-->\s*$/.exec(before.content)?.[1] : undefined;
      const [language = ''] = token.info.trim().split(/\s/);
      blocks.push({ page: path, line: line + 1, language, text: token.content, mark: readMark(comment?.trim()) });
    }
    if (token.type === 'heading_open') addAnchor(anchors, tokens[index + 1]?.children ?? []);
    if (token.type === 'html_block')
      links.push(...htmlLinks(token.content).map((href) => ({ page: path, line, href })));
    for (const child of token.children ?? []) {
      const href = child.attrGet('href') ?? child.attrGet('src');
      if (href) links.push({ page: path, line, href });
      if (child.type === 'html_inline') {
        links.push(...htmlLinks(child.content).map((found) => ({ page: path, line, href: found })));
      }
    }
  }
  return { path, blocks, links, anchors };
}

function readMark(comment: string | undefined): CodeBlock['mark'] {
  if (comment === undefined) return { kind: 'none', text: '' };
  const [, kind, argument = ''] = /^(from|fragment|output|given):\s*([\s\S]+)$/.exec(comment) ?? [];
  if (kind) return { kind: kind as 'fragment', text: argument };
  return /^[\w-]+$/.test(comment) ? { kind: 'name', text: comment } : { kind: 'none', text: '' };
}

/** The anchors of GitHub, which the site also uses. The second anchor with the same name gets a number. */
function addAnchor(anchors: Set<string>, children: readonly { type: string; content: string }[]): void {
  const title = children.map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('');
  const name = slug(title);
  let unique = name;
  for (let count = 1; anchors.has(unique); count += 1) unique = `${name}-${count}`;
  anchors.add(unique);
}

const htmlLinks = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g)].map(([, href = '']) => href);
