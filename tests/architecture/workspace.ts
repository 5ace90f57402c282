import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSourceFile, type SourceFile } from './source-file.ts';

type Versions = Readonly<Record<string, string>>;
type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The fields of a package.json that the architecture rules read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly author?: unknown;
  readonly homepage?: unknown;
  readonly bugs?: unknown;
  readonly files?: readonly string[];
  readonly sideEffects?: boolean | readonly string[];
  readonly repository?: unknown;
  readonly engines?: unknown;
  readonly exports?: Exports;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean; readonly exports?: Exports };
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

export interface WorkspacePackage {
  /** From the root of the repository, with forward slashes. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly SourceFile[];
}

/** Reads every package of the repository with its sources, tests included. */
export function readWorkspace(root: string): WorkspacePackage[] {
  const manifests = globSync(['{packages,plugins,examples}/*/package.json', '{docs,bench,interop}/package.json'], {
    cwd: root,
  });
  return manifests.toSorted().map((path) => {
    const folder = posix.dirname(path.replaceAll('\\', '/'));
    const sources = globSync('{src,tests}/**/*.ts', { cwd: join(root, folder) });
    return {
      folder,
      manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest,
      files: sources.toSorted().map((source) => readSourceFile(root, `${folder}/${source.replaceAll('\\', '/')}`)),
    };
  });
}

function readSourceFile(root: string, path: string): SourceFile {
  return parseSourceFile(path, readFileSync(join(root, path), 'utf8'));
}
