/** The tag that says whose a location is. Its value is the mark. */
export const MARK_TAG = 'portcullis:mark';

/**
 * The tag that a host puts on each grant it makes at run time: a removal takes away the grants that bear it, whatever its value,
 * and no others.
 */
export const GRANT_TAG = 'portcullis:grant';
