import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { newConsumer, type PublishingCase, type Stage } from './stage.ts';

const root = join(import.meta.dirname, '../../../..');

/** The first lines in the README of the core, with only the packages of its install line. */
export const README_CASES: readonly PublishingCase[] = [
  {
    name: 'the first lines of the README of the core run with the packages of its install line, on every supported Node',
    run: runFirstLines,
  },
  {
    name: 'the README of the core imports nothing that its install lines do not install',
    run: checkImports,
  },
];

async function checkImports(): Promise<undefined> {
  const readme = readFileSync(join(root, 'packages/core/README.md'), 'utf8');
  const installed = new Set(
    [...readme.matchAll(/^npm install (.+)$/gm)].flatMap(([, names = '']) => names.split(/\s+/)),
  );
  const imported = [...readme.matchAll(/^import .* from '((?:@[\w-]+\/)?[\w-]+)[^']*';$/gm)].map(
    ([, name = '']) => name,
  );
  ok(imported.length > 0, 'The README imports packages.');
  deepStrictEqual(
    imported.filter((name) => !installed.has(name)),
    [],
  );
  return undefined;
}

async function runFirstLines(stage: Stage): Promise<undefined> {
  const readme = readFileSync(join(root, 'packages/core/README.md'), 'utf8');
  const [, packages] = /^npm install (.+)$/m.exec(readme) ?? [];
  const [, lines] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  ok(packages !== undefined && lines !== undefined, 'The README shows an install line and lines of TypeScript.');
  const folder = await newConsumer(stage, 'first lines', ...packages.split(/\s+/));
  writeFileSync(join(folder, 'first-lines.ts'), lines);
  for (const node of stage.tools.nodes.values()) {
    const printed = await runCommand(node, ['--disable-warning=ExperimentalWarning', 'first-lines.ts'], { folder });
    match(printed, /\{ id: 1, status: '(creating|enabled)' \}/);
  }
  return undefined;
}
