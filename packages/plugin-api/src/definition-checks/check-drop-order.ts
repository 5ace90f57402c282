import type { ManagedObject } from '../objects/managed-object.ts';
import { type Issues, issueIf } from './issues.ts';

/** The predecessors of each key. */
type Edges = ReadonlyMap<string, readonly string[]>;

/** Checks that the objects of a list can be dropped in some order, and none contains itself. */
export function checkDropOrder(objects: readonly ManagedObject[], where: string): Issues {
  const nested = findCycle(new Map(objects.map(({ key, within }) => [key, within === undefined ? [] : [within]])));
  const cycle = findCycle(dropEdges(objects));
  const order = `cannot be dropped in any order: ${cycle.join(' before ')}.`;
  return [
    ...issueIf(
      nested.length > 0,
      where,
      `contains itself: ${nested.join(' in ')}.`,
      'Correct `within` of one of them.',
    ),
    ...issueIf(cycle.length > 0, where, order, 'Correct `blocks` or `dropAfter` of one of them.'),
  ];
}

/** `a.blocks = [b]` and `b.dropAfter = [a]` mean the same: a is dropped before b. */
function dropEdges(objects: readonly ManagedObject[]): Edges {
  const edges = new Map<string, string[]>(objects.map(({ key, blocks }) => [key, [...(blocks ?? [])]]));
  for (const { key, dropAfter } of objects) {
    for (const earlier of dropAfter ?? []) edges.get(earlier)?.push(key);
  }
  return edges;
}

/** Returns the keys of one cycle, with the first one repeated at the end; empty without a cycle. */
function findCycle(edges: Edges): readonly string[] {
  const finished = new Set<string>();
  const visit = (key: string, path: readonly string[]): readonly string[] => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
    if (finished.has(key)) return [];
    const cycle = firstOf(edges.get(key) ?? [], (next) => visit(next, [...path, key]));
    finished.add(key);
    return cycle;
  };
  return firstOf([...edges.keys()], (key) => visit(key, []));
}

function firstOf(keys: readonly string[], find: (key: string) => readonly string[]): readonly string[] {
  for (const key of keys) {
    const found = find(key);
    if (found.length > 0) return found;
  }
  return [];
}
