/**
 * The keys of the managed objects. They never change across versions: a new name is an alter, a new key is another
 * object.
 */
export const OBJECT_KEYS = { readers: 'readers', space: 'space', spaceReaders: 'space-readers' } as const;
