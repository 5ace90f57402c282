/** The schema of the managed catalog for the service's own objects. */
export const SYSTEM_SCHEMA = 'portcullis_system';
/** The schema of the managed catalog in which the functions of row filters and column masks are made. */
export const POLICY_SCHEMA = 'portcullis_policies';
