import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findClauseOpenings } from './language/doc-comments.ts';
import { findWrongTerms } from './language/glossary.ts';
import { findPronouns } from './language/pronouns.ts';
import { findTitlePhrases } from './language/titles.ts';

const root = join(import.meta.dirname, '..');
const FOLDERS = '{packages,plugins,examples,interop,bench,docs,scripts,tests}';
const excluded = (path: string) =>
  /node_modules|\/dist\/|\/generated\/|CHANGELOG|docs\/reference\/api|^tests\/language[./]|\.vitepress\/(?:dist|cache)/.test(
    path,
  );

function filesOf(extensions: string): readonly { readonly path: string; readonly text: string }[] {
  return globSync(`{${FOLDERS}/**/*.${extensions},*.md}`, { cwd: root, exclude: (path) => path === 'node_modules' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !excluded(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

describe('the terms of the glossary', () => {
  it('are used everywhere', () => {
    const files = filesOf('{ts,tsx,md,mjs}');
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap(({ path, text }) => findWrongTerms(path, text))).toEqual([]);
  });

  it.each([
    ['const lane = 1;', 'endpoint queue'],
    ['const MOST_ROWS = 1;', 'MAX_'],
    ['// an emulator, not a stand-in', 'emulator'],
    ['createScrubber(secrets)', 'redact'],
    ['type Wish = string;', 'planned change'],
    ['a stranger', 'foreign'],
    ['the statements that mend it', 'fix'],
    ['continues a copy that was broken off half-way', 'interrupted'],
  ])('replace those in %j', (text, term) => {
    expect(findWrongTerms('a.ts', text)).toEqual([expect.stringContaining(`say ${term}`)]);
  });

  it('may be part of a longer word', () => {
    expect(findWrongTerms('a.ts', 'const plane = scrublands;')).toEqual([]);
  });
});

describe('doc comments', () => {
  it('begin with what the thing is', () => {
    const files = filesOf('{ts,tsx}').filter(({ path }) => /\.tsx?$/.test(path));
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap(({ path, text }) => findClauseOpenings(path, text))).toEqual([]);
  });

  it('that begin with a clause are reported with their line', () => {
    expect(findClauseOpenings('a.ts', 'const a = 1;\n/** Whether it is. */\nconst b = 2;')).toEqual([
      expect.stringContaining('a.ts:2 begins with "Whether"'),
    ]);
    expect(findClauseOpenings('a.ts', '/**\n * What it is.\n */\nconst b = 2;')).toHaveLength(1);
    expect(findClauseOpenings('a.ts', '/** Returns what it is. */\nconst b = 2;')).toEqual([]);
  });
});

describe('subjects', () => {
  /** The text of a licence. */
  const EXCEPTIONS = /THIRD-PARTY-NOTICES/;

  it('are named in pages, comments and test titles', () => {
    const files = filesOf('{ts,tsx,md}').filter(({ path }) => !EXCEPTIONS.test(path));
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap(({ path, text }) => findPronouns(path, text))).toEqual([]);
  });

  it.each([
    ['a.md', 'One.\nNobody waits.'],
    ['a.ts', '\n/** The error that nobody sees. */\nconst a = 1;'],
    ['a.test.ts', "\nit('tells somebody', () => {});"],
    ['a.test.ts', "\nit.each([1])('tells somebody', () => {});"],
  ])('that are missing are reported with their line in %s: %j', (path, text) => {
    expect(findPronouns(path, text)).toEqual([expect.stringContaining(`${path}:2 says`)]);
  });

  it('may have any name in code', () => {
    expect(findPronouns('a.ts', "// The user `nobody`.\nconst name = 'nobody';")).toEqual([]);
  });
});

describe('titles of tests', () => {
  it('state the behaviour in plain words', () => {
    const files = filesOf('ts').filter(({ path }) => path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(2000);
    expect(files.flatMap(({ path, text }) => findTitlePhrases(path, text))).toEqual([]);
  });

  it.each([
    'who may call',
    'says so when it fails',
    'goes on behind a failure',
    'is told of %s',
    'does what it must',
    'waits, however long it takes',
  ])('are reported with their line: %j', (title) => {
    expect(findTitlePhrases('a.test.ts', `\nit('${title}', () => {});`)).toEqual([
      expect.stringContaining('a.test.ts:2 has'),
    ]);
  });
});
