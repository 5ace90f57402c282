/**
 * Loads the packages of Portcullis from the checkout in the parameter `folder` of this module's URL: the same program then measures the
 * sources of either checkout. Dependencies of its packages are found from there, too.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = new URL(import.meta.url).searchParams.get('folder') ?? '';
/** Resolves the packages of a checkout as the benchmarks of that checkout resolve them. */
const parentURL = pathToFileURL(join(folder, 'bench/src/main.ts')).href;
const bench = pathToFileURL(join(import.meta.dirname, '..')).href;

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('@portcullis/') && context.parentURL?.startsWith(`${bench}/`);
    return next(specifier, isOurs ? { ...context, parentURL } : context);
  },
});
