/** The keys of the managed objects. They never change across versions. */
export const OBJECT_KEYS = { instance: 'instance', role: 'location-role', location: 'location' } as const;
