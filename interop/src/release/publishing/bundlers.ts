import { join } from 'node:path';
import type { Tools } from './tools.ts';

/** The input of a bundle, and its target. */
export interface BundleOrder {
  readonly folder: string;
  /** The entry file, in the folder. */
  readonly entry: string;
  /** The output folder, whose file is `bundle.mjs`. */
  readonly output: string;
  readonly target: 'node' | 'browser';
}

/** Optional parts of dependencies that are not installed: a driver's native half, or the SDK of an unused sign-in. */
const ABSENT = [/^pg-native$/, /^@aws-sdk\//];

/** The bundlers, each with the settings that its documentation gives for a program of Node or for a page. */
export const BUNDLERS: Readonly<Record<string, (tools: Tools, order: BundleOrder) => Promise<void>>> = {
  async esbuild({ load }, { folder, entry, output, target }) {
    // CommonJS inside an ES module asks for `require`, which esbuild leaves to the host.
    const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
    await load('esbuild').build({
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: join(output, 'bundle.mjs'),
      bundle: true,
      minify: true,
      format: 'esm',
      platform: target,
      target: target === 'node' ? 'node22' : 'es2022',
      external: ['pg-native', '@aws-sdk/*'],
      logLevel: 'silent',
      ...(target === 'node' ? { banner: { js: banner } } : {}),
    });
  },

  async webpack({ load }, { folder, entry, output, target }) {
    const options = {
      mode: 'production',
      target: target === 'node' ? 'node22' : ['web', 'es2022'],
      context: folder,
      entry: `./${entry}`,
      output: { path: output, filename: 'bundle.mjs', module: true, library: { type: 'module' } },
      experiments: { outputModule: true },
      externals: ABSENT,
    };
    type Stats = { hasErrors(): boolean; toString(options: object): string };
    return new Promise((resolve, reject) => {
      load('webpack')(options, (error: Error | null, stats: Stats) => {
        if (error) reject(error);
        else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      });
    });
  },

  async vite({ load }, { folder, entry, output, target }) {
    const { build } = await import(load.resolve('vite'));
    const names = { entryFileNames: 'bundle.mjs' };
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        outDir: output,
        target: target === 'node' ? 'node22' : 'es2022',
        minify: true,
        ...(target === 'node'
          ? { ssr: entry, rollupOptions: { external: ABSENT, output: names } }
          : { lib: { entry, formats: ['es'] }, rollupOptions: { output: names } }),
      },
    });
  },
};
