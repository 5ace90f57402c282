import type { ObjectFacts } from './change-set.ts';

/** Objects without those that live in one that goes: they go with it, and have to be made again like the object itself. */
export function topLevelObjects<Each extends ObjectFacts>(
  objects: readonly Each[],
  going: readonly Pick<ObjectFacts, 'key'>[],
): readonly Each[] {
  const gone = new Set(going.map(({ key }) => key));
  const goesWith = ({ within }: ObjectFacts): boolean => {
    if (within === null) return false;
    const container = objects.find(({ key }) => key === within);
    return gone.has(within) || (container !== undefined && goesWith(container));
  };
  return objects.filter((object) => !goesWith(object));
}
