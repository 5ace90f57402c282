import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import { repairAnchors } from './repair-anchors.ts';
import { validateExports } from './validate-exports.ts';

const docs = join(import.meta.dirname, '../..');

/**
 * Writes the API reference into `docs/reference/api`, with the options in `typedoc.json`. It does not report type errors,
 * which `pnpm typecheck` finds in the same sources.
 *
 * @throws Error if typedoc reports errors or warnings, such as types that are not exported, or broken links.
 */
export async function writeReference(): Promise<void> {
  // Paths in the options are relative to their file; printed paths are relative to the current folder.
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
