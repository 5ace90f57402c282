import { execFile } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledNext } from './install-next.ts';

const root = join(import.meta.dirname, '../..');

/** The environment of its processes: packages of this workspace are loaded from their sources. */
export const NEXT_ENVIRONMENT = {
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NODE_OPTIONS: '--conditions=source',
} as const;

/** The bundler does not support the condition "source", so the packages are left to Node. */
const CONFIG = `import config from './copied.config.js';

export default {
  ...config,
  webpack(webpack) {
    webpack.externals.unshift(({ request }, done) =>
      request.startsWith('@portcullis/') ? done(null, \`import \${request}\`) : done(),
    );
    return webpack;
  },
};
`;

/** A production build of the Next.js application. */
export interface NextBuild extends Disposable {
  readonly folder: string;
  /** The command of Next.js. */
  readonly command: string;
}

/** Builds a copy in JavaScript, because Next.js would install a compiler and write files for TypeScript. */
export async function buildNextApp({ packages, names }: InstalledNext): Promise<NextBuild> {
  const copy = mkdtempSync(join(tmpdir(), 'portcullis-next-'));
  writeFileSync(join(copy, 'package.json'), '{ "private": true, "type": "module" }');
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  const own = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));
  for (const name of own) symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  for (const name of names) symlinkSync(join(packages, name), join(modules, name), 'junction');
  for (const file of ['sessions.ts', 'shut-down.ts', ...globSync('next/**/*.ts', { cwd: join(root, 'src') })]) {
    const text = stripTypeScriptTypes(readFileSync(join(root, 'src', file), 'utf8'));
    const path = join(copy, file.replace(/\.ts$/, '.js').replace('next.config', 'copied.config'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll(/(from |import\()'(\.[^']+)\.ts'/g, "$1'$2.js'"));
  }
  const folder = join(copy, 'next');
  writeFileSync(join(folder, 'next.config.mjs'), CONFIG);
  const command = join(packages, 'next/dist/bin/next');
  await promisify(execFile)(process.execPath, [command, 'build', '--webpack', folder], { env: NEXT_ENVIRONMENT });
  return { folder, command, [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) };
}
