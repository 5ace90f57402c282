/** The keys of the managed objects. They never change across versions. */
export const OBJECT_KEYS = { role: 'custom-role', binding: 'role-binding', dataset: 'dataset' } as const;
