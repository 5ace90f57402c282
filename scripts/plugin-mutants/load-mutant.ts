import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PluginConformance } from '@portcullis/testing';
import { captured } from './capture.ts';
import type { PluginMutant } from './plugin-mutant.ts';

interface LoadedMutant {
  readonly folder: string;
  readonly file: string;
  readonly source: string;
}

const mutants = new Map<string, LoadedMutant>();
let count = 0;

registerHooks({
  resolve(specifier, context, next) {
    const number = numberOf(context.parentURL);
    const mutant = number === undefined ? undefined : mutants.get(number);
    if (mutant && specifier === '@portcullis/testing/vitest')
      return { url: new URL('./capture.ts', import.meta.url).href, format: 'module-typescript', shortCircuit: true };
    const found = next(specifier, context);
    if (!mutant || !found.url.startsWith(mutant.folder) || found.url.includes('/node_modules/')) return found;
    return { ...found, url: `${found.url}?mutant=${number}` };
  },
  load(url, context, next) {
    const mutant = mutants.get(numberOf(url) ?? '');
    if (!mutant || url.split('?')[0] !== mutant.file) return next(url, context);
    return { format: 'module-typescript', source: mutant.source, shortCircuit: true };
  },
});

/**
 * Loads the conformance test of a plugin with one fault in its sources. The files on the disk do not change.
 *
 * @returns the options of the test for the kit.
 * @throws Error unless the text to replace occurs exactly once.
 */
export async function loadMutant(
  folder: string,
  { file, text, replacement }: PluginMutant,
): Promise<PluginConformance> {
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(text).length !== 2) throw new Error(`${file} does not have exactly once: ${text}`);
  count += 1;
  mutants.set(String(count), {
    folder: `${pathToFileURL(folder).href}/`,
    file: pathToFileURL(path).href,
    source: original.replace(text, () => replacement),
  });
  captured.length = 0;
  const test = pathToFileURL(join(folder, 'tests/conformance.test.ts')).href;
  await import(`${test}?mutant=${count}`);
  const [options] = captured;
  if (!options) throw new Error(`${fileURLToPath(test)} does not call definePluginConformance.`);
  return options;
}

function numberOf(url: string | undefined): string | undefined {
  return /\?mutant=(\d+)$/.exec(url ?? '')?.[1];
}
