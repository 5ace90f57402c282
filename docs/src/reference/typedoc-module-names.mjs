import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Converter } from 'typedoc';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A typedoc plugin that names modules by their import specifiers instead of their file paths. */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.isProject()) return;
    const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
    if (file) reflection.name = importName(relative(root, file).replaceAll('\\', '/'));
  });
}

/** `packages/http/src/koa.ts` is imported as `@portcullis/http/koa`. */
function importName(file) {
  const [parent, folder, , ...rest] = file.split('/');
  const { name, exports } = JSON.parse(readFileSync(join(root, parent, folder, 'package.json'), 'utf8'));
  const source = `./src/${rest.join('/')}`;
  const entry = Object.entries(exports).find(([, target]) => target.source === source);
  if (!entry) throw new Error(`${file} is not an entry point of ${name}.`);
  return join(name, entry[0]);
}
