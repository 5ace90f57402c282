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

/** The pages with the lines to compile, and the text before these lines. */
const PAGES = {
  'mount.ts': { page: 'README.md', before: '<!-- mount -->' },
  'store.ts': { page: 'docs/guide/store-and-keys.md', before: 'opens\\.' },
} as const;

/** The lines of the README and of a guide, under a strict compiler that sees only the installed packages. */
export const TYPE_CASES: readonly PublishingCase[] = RESOLUTIONS.map(({ name, options }, index) => ({
  name: `lines of the documentation have types in a project with the resolution ${name}`,
  isLong: index > 0,
  run: (stage) => compile(stage, name, options),
}));

async function compile(stage: Stage, name: string, options: object): Promise<undefined> {
  const own = ['core', 'http', 'plugin-redshift', 'plugin-trino', 'store-sql'].map((each) => `@portcullis/${each}`);
  const folder = await newConsumer(stage, `types ${name}`, ...own, 'express@5', '@types/express@5', '@types/node@24');
  const files = Object.entries(PAGES).map(([file, { page, before }]) => {
    const text = readFileSync(join(root, page), 'utf8');
    const block = new RegExp(`${before}\\n+\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
    writeFileSync(join(folder, file), block ?? `${page} shows no lines.`);
    return file;
  });
  const compilerOptions = {
    target: 'es2024',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await runCommand(join(root, 'node_modules/.bin/tsc'), ['--project', folder], { folder });
  return undefined;
}
