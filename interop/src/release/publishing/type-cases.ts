import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { newConsumer, type PublishingCase, type Stage } from './stage.ts';

const root = join(import.meta.dirname, '../../../..');

/** The module resolutions that projects of hosts use. */
const RESOLUTIONS = [
  { name: 'of Node', options: { module: 'nodenext' } },
  { name: 'of bundlers', options: { module: 'esnext', moduleResolution: 'bundler' } },
] as const;

/** The lines of the README, under a strict compiler that sees only the installed packages. */
export const TYPE_CASES: readonly PublishingCase[] = RESOLUTIONS.map(({ name, options }, index) => ({
  name: `the lines of the README have types in a project with the resolution ${name}`,
  isLong: index > 0,
  run: (stage) => compile(stage, name, options),
}));

async function compile(stage: Stage, name: string, options: object): Promise<undefined> {
  const own = ['core', 'http', 'plugin-redshift', 'plugin-trino', 'store-sql'].map((each) => `@portcullis/${each}`);
  const folder = await newConsumer(stage, `types ${name}`, ...own, 'express@5', '@types/express@5', '@types/node@24');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, block] = /<!-- mount -->\n```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(join(folder, 'mount.ts'), block ?? 'The README shows no lines.');
  const compilerOptions = {
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['mount.ts'] }));
  await runCommand(join(root, 'node_modules/.bin/tsc'), ['--project', folder], { folder });
  return undefined;
}
