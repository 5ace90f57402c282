import type { ObjectFacts } from './change-set.ts';

/** Returns the objects without those inside a dropped object, which vanish with it and have to be created again as well. */
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
