import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/** Returns the import cycles, type imports included: the paths of each, in import order. */
export function findImportCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const graph = new Map(files.map(({ path, references }) => [path, targetsOf(path, references)]));
  const cycles: (readonly string[])[] = [];
  const finished = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    if (finished.has(path)) return;
    const start = trail.indexOf(path);
    if (start !== -1) {
      cycles.push(trail.slice(start));
      return;
    }
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}

function targetsOf(path: string, references: SourceFile['references']): readonly string[] {
  return references
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}
