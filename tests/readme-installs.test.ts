import { describe, expect, it } from 'vitest';
import { type Page, readPages } from './documentation/read-pages.ts';

const readmes = readPages().filter(({ path }) => /^(?:packages|plugins)\/[\w-]+\/README\.md$/.test(path));

/** The packages that the install lines of a README name. */
function installedBy({ blocks }: Page): ReadonlySet<string> {
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const lines = [...shell.join('\n').matchAll(/^npm install (?:-D |--save-dev )?([^#\n]+)/gm)];
  return new Set(lines.flatMap(([, packages = '']) => packages.trim().split(/\s+/)));
}

/** The packages that the examples of a README import. */
function importedBy({ blocks }: Page): ReadonlySet<string> {
  const code = blocks.filter(({ language, mark }) => language === 'ts' && mark.kind !== 'fragment');
  const imports = code.flatMap(({ text }) => [...text.matchAll(/(?:from|import)\s*\(?'([^'.][^']*)'/g)]);
  const names = imports.map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return new Set(names.filter((name) => !name.startsWith('node:')));
}

describe('the README of each package', () => {
  it.each(readmes.map((readme) => [readme.path, readme] as const))(
    '%s installs the packages of its examples',
    (_, readme) => {
      const installed = installedBy(readme);
      expect([...importedBy(readme)].filter((name) => !installed.has(name))).toEqual([]);
    },
  );
});
