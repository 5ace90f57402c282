import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { repairAnchors } from './repair-anchors.ts';
import { validateExports } from './validate-exports.ts';

const docs = join(import.meta.dirname, '../..');

/**
 * Writes the API reference into `docs/reference/api`, as `typedoc.json` says. Errors of types are left to `pnpm typecheck`, which reads
 * the same sources.
 *
 * @throws when typedoc has anything to complain of: types that are not exported, links that lead nowhere.
 */
export async function writeReference(): Promise<void> {
  // Paths in the options are relative to their file, what is printed to the folder that is current.
  process.chdir(docs);
  const application = await Application.bootstrapWithPlugins({ options: join(docs, 'typedoc.json') });
  const project = await application.convert();
  if (project) {
    application.validate(project);
    validateExports(application, project);
  }
  const { logger } = application;
  if (!project || logger.hasErrors() || logger.hasWarnings()) {
    throw new Error(`The reference was not written: ${logger.errorCount} errors, ${logger.warningCount} warnings.`);
  }
  await application.generateOutputs(project);
  const folder = join(docs, 'reference/api');
  const files = globSync('**/*.md', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  const pages = new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const));
  for (const [path, text] of repairAnchors(pages)) writeFileSync(join(folder, path), text);
}
