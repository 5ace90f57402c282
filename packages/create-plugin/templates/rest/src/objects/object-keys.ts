/**
 * The keys of the managed objects. Never change them: an object with a new name is altered, but an object with a new
 * key is another object.
 */
export const OBJECT_KEYS = { readers: 'readers', space: 'space', spaceReaders: 'space-readers' } as const;
