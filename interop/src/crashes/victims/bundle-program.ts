import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const INTEROP = join(import.meta.dirname, '../../..');
/** Imports of a bundle are resolved from here. */
const FOLDER = join(INTEROP, 'node_modules/.cache/programs');
const MANIFEST: Readonly<Record<'dependencies' | 'devDependencies', object>> = JSON.parse(
  readFileSync(join(INTEROP, 'package.json'), 'utf8'),
);
const INSTALLED = new Set(Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.devDependencies }));

const bundles = new Map<string, Promise<void>>();

/**
 * Bundles a program with the current sources of all packages into one module, once per process, and returns its path.
 *
 * Node takes several times longer to load the hundreds of source files. Drivers stay imports. The source map keeps
 * stack traces readable.
 */
export async function bundleProgram(program: string): Promise<string> {
  const bundle = bundles.get(program) ?? writeBundle(program);
  bundles.set(program, bundle);
  await bundle;
  return bundleOf(program);
}

function bundleOf(program: string): string {
  return join(FOLDER, relative(INTEROP, program).replaceAll(sep, '-').replace(/\.ts$/, '.mjs'));
}

async function writeBundle(program: string): Promise<void> {
  await using modules = await rolldown({
    input: program,
    platform: 'node',
    external: isDriver,
    resolve: { conditionNames: ['source'], mainFields: ['module', 'main'] },
    plugins: [locateSdks, keepAddresses(program)],
  });
  const { output } = await modules.generate({
    file: bundleOf(program),
    format: 'esm',
    sourcemap: true,
    // The map refers to the source files, and does not repeat them.
    sourcemapExcludeSources: true,
    codeSplitting: false,
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const file of output) {
    const unfinished = join(FOLDER, `${file.fileName}.${process.pid}`);
    writeFileSync(unfinished, file.type === 'chunk' ? file.code : file.source);
    // Another suite may be loading the previous file.
    renameSync(unfinished, join(FOLDER, file.fileName));
  }
}

/** True for packages that Node finds from the folder of the bundles. */
function isDriver(specifier: string): boolean {
  const [scope = '', name = ''] = specifier.split('/');
  return scope !== '@portcullis' && INSTALLED.has(scope.startsWith('@') ? `${scope}/${name}` : scope);
}

/** Keeps the SDKs that a plugin loads on first use outside of the bundle, which cannot find them by their names. */
const locateSdks: Plugin = {
  name: 'locate-sdks',
  resolveId: {
    filter: { id: /^@aws-sdk\// },
    handler: (id, importer) =>
      importer === undefined ? null : { id: pathToFileURL(createRequire(importer).resolve(id)).href, external: true },
  },
};

/** The expression of the module of a thread. */
const THREAD = /new URL\('\.\/([\w-]+\.ts)', import\.meta\.url\)/;

/** Gives the modules of a bundle the addresses of their source files, and bundles the modules of threads. */
function keepAddresses(program: string): Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.(?:url|dirname)/ },
      async handler(code, id) {
        const folder = dirname(id);
        const [, thread] = THREAD.exec(code) ?? [];
        const module = join(folder, thread ?? '');
        if (thread !== undefined && module !== program) await bundleProgram(module);
        const addressed = code
          .replace(THREAD, `new URL('${pathToFileURL(bundleOf(module)).href}')`)
          .replaceAll('import.meta.url', `'${pathToFileURL(id).href}'`)
          .replaceAll('import.meta.dirname', JSON.stringify(folder));
        // Lines stay where they are, and therefore the map stays valid.
        return { code: addressed, map: null };
      },
    },
  };
}
