/** The keys of the managed objects. Never change them: an object with another key is another object. */
export const OBJECT_KEYS = {
  catalog: 'catalog',
  role: 'role',
  catalogGrant: 'catalog-grant',
  serviceAccount: 'service-account',
} as const;
