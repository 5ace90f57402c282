import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { CodeBlock } from './read-pages.ts';

const root = join(import.meta.dirname, '../..');
/** `docs` depends on every package of the workspace, so that all of them resolve from there. */
const docs = join(root, 'docs');

/**
 * Checks blocks against the packages with the compiler of the workspace, one file for each block.
 *
 * @returns the errors of the compiler, with page and line
 */
export function checkTypescript(blocks: readonly CodeBlock[]): string[] {
  const folder = mkdtempSync(join(docs, '.blocks-'));
  try {
    const blockFiles = blocks.map((block) => ({ block, file: join(folder, fileNameOf(block)) }));
    for (const { block, file } of blockFiles) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, source(block));
    }
    const project = join(folder, 'tsconfig.json');
    const files = blockFiles.map(({ file }) => file);
    const compilerOptions = { noEmit: true, customConditions: ['source'], rootDir: root, allowJs: true };
    writeFileSync(project, JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, files }));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(tsc, ['-p', project, '--pretty', 'false'], { encoding: 'utf8', cwd: folder });
    if (status !== 0 && stdout === '') return ['The compiler could not be run.'];
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => atPage(line, blockFiles, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The blocks of one page are in one folder, so that others can import a named block. */
function fileNameOf({ page, line, mark, language }: CodeBlock): string {
  const ending = /^(js|javascript|mjs)$/.test(language) ? 'js' : 'ts';
  return join(page.replaceAll(/[/.]/g, '-'), `${mark.kind === 'name' ? mark.text : `line-${line}`}.${ending}`);
}

/** A block on the lines of its page, so that errors name them. The given declarations precede it. */
function source({ line, text, mark }: CodeBlock): string {
  const given = mark.kind === 'given' ? mark.text.replaceAll(/\s*\n\s*/g, ' ') : '';
  return `${given}${'\n'.repeat(line - 1)}${text}\nexport {};\n`;
}

function atPage(problem: string, blockFiles: readonly { block: CodeBlock; file: string }[], folder: string): string {
  const [, path = '', line] = /^(.+?)\((\d+),\d+\): /.exec(problem) ?? [];
  const found = blockFiles.find(({ file }) => relative(folder, file) === path);
  return found ? problem.replace(/^.+?\(\d+,\d+\)/, `${found.block.page}:${line}`) : problem;
}
