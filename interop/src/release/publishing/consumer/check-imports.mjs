// Imports and requires each named module, and compares their exports. Plain JavaScript: it runs outside the workspace.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));

for (const specifier of process.argv.slice(2)) {
  const url = import.meta.resolve(specifier);
  const imported = Object.keys(await import(url))
    .toSorted()
    .join();
  const required = Object.keys(require(specifier))
    .filter((name) => name !== '__esModule')
    .toSorted()
    .join();
  if (imported === '') throw new Error(`${specifier} exports nothing.`);
  if (imported !== required) throw new Error(`${specifier}: import gives ${imported}, require ${required}.`);
}
