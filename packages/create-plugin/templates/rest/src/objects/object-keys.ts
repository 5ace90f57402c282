/** The keys of the managed objects. They stay as they are across versions: a new name is an alter, a new key another object. */
export const OBJECT_KEYS = { readers: 'readers', space: 'space', spaceReaders: 'space-readers' } as const;
