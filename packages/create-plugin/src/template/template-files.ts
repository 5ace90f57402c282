import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PlatformKind } from '../choices/plugin-choices.ts';

/** A file of a template: its path and its text. */
export interface TemplateFile {
  readonly path: string;
  readonly text: string;
}

/** This package's own manifest: it contains the versions for generated packages. */
export interface OwnManifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

// The package resolves itself by its name, both from sources and from the bundle.
const manifestPath = createRequire(import.meta.url).resolve('@portcullis/create-plugin/package.json');

/** Reads the manifest of this package. */
export function ownManifest(): OwnManifest {
  return JSON.parse(readFileSync(manifestPath, 'utf8')) as OwnManifest;
}

/** Reads the template of a kind: the shared files, and its own. */
export function templateFiles(kind: PlatformKind): readonly TemplateFile[] {
  return ['shared', kind].flatMap((folder) => {
    const root = join(dirname(manifestPath), 'templates', folder);
    const paths = globSync('**/*.*', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    return [...paths, ...globSync('_*', { cwd: root }).filter((path) => !path.includes('.'))]
      .toSorted()
      .map((path) => ({ path: targetPathOf(path), text: readFileSync(join(root, path), 'utf8') }));
  });
}

/**
 * Returns the path of a template file in the plugin. Files that tools would mistake for their own settings, here or in
 * the package, have an underscore before their names.
 */
function targetPathOf(path: string): string {
  return path === '_gitignore' ? '.gitignore' : path.replace(/^_/, '');
}
