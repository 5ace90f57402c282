/** The tag that identifies the owner of a location. Its value is the mark. */
export const MARK_TAG = 'portcullis:mark';

/**
 * The tag that a host must put on each grant that it creates at run time. A removal deletes only grants with this tag,
 * with any value.
 */
export const GRANT_TAG = 'portcullis:grant';
