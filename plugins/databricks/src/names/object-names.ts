/** The schema of the managed catalog for the service's own objects. */
export const SYSTEM_SCHEMA = 'portcullis_system';
/** The schema of the managed catalog for the functions of row filters and column masks. */
export const POLICY_SCHEMA = 'portcullis_policies';
