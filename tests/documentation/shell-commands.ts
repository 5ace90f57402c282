import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { createProgram } from '../../packages/cli/src/create-program.ts';
import { ROUTES } from '../../packages/http/src/routes/routes.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

const manifests = globSync(
  ['package.json', '{packages,plugins,examples}/*/package.json', '{docs,bench,interop}/package.json'],
  {
    cwd: root,
  },
).map((path) => ({ path, ...(JSON.parse(read(path)) as Manifest) }));
const catalogs = load(read('pnpm-workspace.yaml')) as {
  readonly catalog: Readonly<Record<string, string>>;
  readonly catalogs: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The packages that can be installed: our published packages, and those in the catalogs. */
const installable = new Set([
  ...manifests.filter((manifest) => !manifest.private).map(({ name }) => name),
  ...[catalogs.catalog, ...Object.values(catalogs.catalogs)].flatMap((catalog) => Object.keys(catalog)),
]);

/** Programs of the system or of vendors. Their arguments are not checked. */
const EXTERNAL = new Set([
  ...'alias cat cd chmod cp echo export git grep ls mkdir mv rm sleep tar unset'.split(' '),
  ...'aws bq docker gcloud jq mariadb mariadb-dump openssl pg_dump pg_restore psql sqlite3 terraform trino'.split(' '),
]);

const CHECKS: Readonly<Record<string, (words: readonly string[]) => string | undefined>> = {
  npm: explainNpm,
  pnpm: explainPnpm,
  npx: (words) => explainNpx(words.filter((word) => word !== '--yes')),
  node: ([file]) => (file && /\.[mc]?[jt]s$/.test(file) ? undefined : 'node needs a file'),
  curl: explainCurl,
  portcullis: explainPortcullis,
};

/** Returns the problem of a command. Undefined for a correct command. */
export function explainCommand([program = '', ...words]: readonly string[]): string | undefined {
  if (EXTERNAL.has(program)) return undefined;
  return CHECKS[program]
    ? CHECKS[program](words)
    : `"${program}" is an unknown command: add it to tests/documentation/shell-commands.ts`;
}

function explainNpm([command = '', ...words]: readonly string[]): string | undefined {
  const isScript = ['start', 'test', 'run'].includes(command);
  if (isScript) return explainScript('package.json', command === 'run' ? words : [command, ...words]);
  if (command === 'create') return explainPackages([`${words[0]}`.replace('/', '/create-')]);
  if (command === 'install' || command === 'i') return explainPackages(words);
  return ['ci', 'init', 'pack', 'config', 'view'].includes(command)
    ? undefined
    : `npm ${command} is an unknown command: add it to tests/documentation/shell-commands.ts`;
}

function explainPnpm(words: readonly string[]): string | undefined {
  const [first = '', second = '', ...rest] = words;
  if (first === '--filter' || first === '-F') {
    const found = manifests.find(({ name }) => name === second);
    if (!found) return `there is no package ${second}`;
    return explainScript(found.path, rest[0] === 'run' ? rest.slice(1) : rest);
  }
  if (first === 'install' || first === 'vitest') return undefined;
  return explainScript('package.json', first === 'run' ? words.slice(1) : words);
}

function explainNpx([program = '', ...words]: readonly string[]): string | undefined {
  if (program === 'portcullis') return explainPortcullis(words);
  if (program.startsWith('pnpm')) return explainPnpm(words);
  if (program.startsWith('--package=')) return explainArchive(program, words[0] ?? '');
  return installable.has(program) ? undefined : `npx runs ${program}, which no catalog names`;
}

/** Checks a program of an archive that `npm run pack` creates. */
function explainArchive(option: string, program: string): string | undefined {
  const name = /\/packed\/(.+)\.tgz$/.exec(option)?.[1];
  const packed = manifests.find((manifest) => !manifest.private && manifest.name === `@portcullis/${name}`);
  return packed?.bin?.[program] ? undefined : `${option} has no program ${program}`;
}

function explainPackages(words: readonly string[]): string | undefined {
  const packages = words.filter((word) => !word.startsWith('-')).map((word) => word.replace(/(?<=.)@.*$/, ''));
  const unknown = packages.filter((name) => !/\.tgz$|^\./.test(name) && !installable.has(name));
  return unknown.length > 0 ? `there is no package ${unknown.join(', ')} in the workspace or its catalogs` : undefined;
}

/** The sources of the programs that the repository's scripts run. They must contain the flags. */
const sources = globSync(
  [
    'scripts/**/*.{ts,mjs}',
    '{bench,interop,docs}/{src,tests}/**/*.ts',
    'examples/*/src/**/*.ts',
    'packages/*/tests/**/*.ts',
  ],
  {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  },
);
let text: string | undefined;
const VITEST = /^--(project|reporter|outputFile[\w.]*|maxWorkers|run|bail)(=|$)/;

function explainScript(path: string, [script = '', ...words]: readonly string[]): string | undefined {
  const line = manifests.find((manifest) => manifest.path === path)?.scripts?.[script];
  if (line === undefined) return `${path} has no script "${script}"`;
  const flags = words.filter((word) => word.startsWith('--') && word !== '--' && !VITEST.test(word));
  text ??= sources.map((source) => read(source)).join('\n');
  const unknown = flags.map((flag) => flag.replace(/^--|=.*$/g, '')).filter((name) => !isFlag(name));
  return unknown.length > 0 ? `no script reads ${unknown.map((name) => `--${name}`).join(', ')}` : undefined;
}

/** Scripts name their flags completely, or as options of `parseArgs`. */
function isFlag(name: string): boolean {
  return new RegExp(`--${name}\\b|['"]?\\b${name}\\b['"]?: \\{ type:`).test(text ?? '');
}

function explainCurl(words: readonly string[]): string | undefined {
  const url = words.find((word) => /^https?:\/\/|^\$\w*(URL|SERVER)/.test(word));
  if (!url) return 'curl needs an address';
  const hasBody = words.some((word) => /^(-d|--data.*|--json|-T)$/.test(word));
  const method = words.includes('-X') ? words[words.indexOf('-X') + 1] : hasBody ? 'POST' : 'GET';
  const path = url.replace(/^https?:\/\/[^/]+|^\$\w+/, '').replace(/\?.*$/, '');
  const exists = ROUTES.some((route) => {
    const pattern = route.path.replaceAll(/\{\w+\}/g, '(\\d+|\\$\\w+)');
    return route.method === method && new RegExp(`^(/governance)?${pattern}$`).test(path);
  });
  return exists || path === '/metrics' ? undefined : `there is no route ${method} ${path}`;
}

const program = createProgram({ out() {}, note() {}, colours: false } as never, () => undefined);

function explainPortcullis(words: readonly string[]): string | undefined {
  let command: typeof program = program;
  const rest = [...words];
  while (command.commands.length > 0 && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const name = rest.shift();
    const found = command.commands.find((each) => each.name() === name);
    if (!found) return `portcullis has no command "${name}"`;
    command = found;
  }
  const known = new Set(['--help', '--version', ...command.options.map(({ long }) => long)]);
  const unknown = rest.filter((word) => word.startsWith('--')).filter((word) => !known.has(word.replace(/=.*$/, '')));
  return unknown.length > 0 ? `portcullis ${command.name()} has no ${unknown.join(', ')}` : undefined;
}
