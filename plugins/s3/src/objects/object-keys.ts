/** The keys of the managed objects. They stay as they are across versions. */
export const OBJECT_KEYS = { instance: 'instance', role: 'location-role', location: 'location' } as const;
