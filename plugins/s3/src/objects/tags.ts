/** The tag that identifies the owner of a location. Its value is the mark. */
export const MARK_TAG = 'portcullis:mark';

/**
 * The tag that a host puts on each grant that it creates at run time: a removal deletes only grants with this tag,
 * whatever its value.
 */
export const GRANT_TAG = 'portcullis:grant';
