import { beforeAll, describe, expect, it } from 'vitest';
import { checkData } from './documentation/check-data.ts';
import { checkQuotation } from './documentation/check-quotation.ts';
import { checkShell } from './documentation/check-shell.ts';
import { checkTypescript } from './documentation/check-typescript.ts';
import { type CodeBlock, readPage, readPages } from './documentation/read-pages.ts';

/** The checks for code blocks, by language. */
const LANGUAGES: Readonly<Record<string, 'typescript' | 'shell' | 'data' | 'shown'>> = {
  ts: 'typescript',
  js: 'typescript',
  mjs: 'typescript',
  sh: 'shell',
  bash: 'shell',
  json: 'data',
  yaml: 'data',
  // Generated from the plugins and compared with their golden files, or generated from a table. Other tests check them.
  sql: 'shown',
  hcl: 'shown',
  properties: 'shown',
  mermaid: 'shown',
  text: 'shown',
};

const blocks = readPages().flatMap((page) => page.blocks);
/** Fragments and program output have a mark, with the reason. */
const checked = blocks.filter(({ mark }) => !['fragment', 'output', 'from'].includes(mark.kind));
const of = (kind: string) => checked.filter(({ language }) => LANGUAGES[language] === kind);

function block(language: string, text: string, comment = ''): CodeBlock {
  const [found] = readPage('docs/sample.md', `# Sample\n\n${comment}\n\`\`\`${language}\n${text}\n\`\`\`\n`).blocks;
  if (!found) throw new Error('There is no block.');
  return found;
}

/** Blocks on imaginary pages, for the check itself. */
const SAMPLES: readonly CodeBlock[] = [
  block('ts', "import { createPortcullis } from '@portcullis/core';\n\ncreatePortcullis({ plugin: [] });"),
  {
    ...block('ts', 'const twice: number = 2 * amount;', '<!-- given: declare const amount: number; -->'),
    page: 'docs/other.md',
  },
];
const isSample = (problem: string): boolean => SAMPLES.some(({ page }) => problem.startsWith(`${page}:`));

let problems: readonly string[];
// The compiler runs once for all of them, because the packages take most of its time.
beforeAll(() => {
  problems = checkTypescript([...of('typescript'), ...SAMPLES]);
}, 300_000);

describe('code blocks of the documentation', () => {
  it('are found', () => {
    expect(of('typescript').length).toBeGreaterThan(25);
    expect(of('shell').length).toBeGreaterThan(20);
  });

  it('have a language, or are marked', () => {
    const unknown = checked.filter(({ language }) => !Object.hasOwn(LANGUAGES, language));
    expect(unknown.map(({ page, line, language }) => `${page}:${line} "${language}"`)).toEqual([]);
  });

  it('that quote a file match it', () => {
    expect(blocks.filter(({ mark }) => mark.kind === 'from').flatMap(checkQuotation)).toEqual([]);
  });

  it('in TypeScript compile against the packages', () => {
    expect(problems.filter((line) => !isSample(line))).toEqual([]);
  });

  it('in shell name existing commands, scripts, packages, flags and routes', () => {
    expect(of('shell').flatMap(checkShell)).toEqual([]);
  });

  it('in JSON and YAML can be parsed', () => {
    expect(of('data').flatMap(checkData)).toEqual([]);
  });
});

describe('the checks of code blocks', () => {
  it('name the page and line of an error, and use the given declarations', () => {
    const found = problems.filter(isSample);
    expect(found[0]).toMatch(/^docs\/sample\.md:7: error TS/);
    expect(found.filter((line) => line.includes('other'))).toEqual([]);
  });

  it.each([
    ['npm run no-such-script', 'no script "no-such-script"'],
    ['npm install @portcullis/no-such-package', 'no package @portcullis/no-such-package'],
    ['npm start -- --no-such-flag', 'no script reads --no-such-flag'],
    ['pnpm --filter @portcullis/interop run nothing', 'no script "nothing"'],
    ['npx portcullis aply gov.yaml', 'no command "aply"'],
    ['npx portcullis apply gov.yaml --force', 'has no --force'],
    ['KEY=1 curl -X PATCH http://localhost:3000/integrations', 'no route PATCH /integrations'],
    ['kubectl get pods', 'is an unknown command'],
    ['echo "never ends', 'nterminated'],
  ])('reject %s', (text, reason) => {
    expect(checkShell(block('sh', text)).join()).toContain(reason);
  });

  it('reject a quotation that is not in its file, or of a missing file', () => {
    const quoted = (path: string) => checkQuotation(block('ts', 'const nowhere = 1;', `<!-- from: ${path} -->`)).join();
    expect(quoted('packages/core/src/index.ts')).toContain('does not contain this text');
    expect(quoted('packages/core/src/no-such-file.ts')).toContain('does not exist');
  });

  it('reject invalid JSON and YAML', () => {
    expect(checkData(block('json', '{ "a": }'))).toHaveLength(1);
    expect(checkData(block('yaml', 'a: [1'))).toHaveLength(1);
  });
});
