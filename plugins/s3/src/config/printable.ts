/**
 * The pattern of text without control characters, including those of the writing direction. It uses only syntax of every
 * regular expression engine, because it is in the JSON Schema.
 */
export const PRINTABLE = '^[^\\x00-\\x1f\\x7f-\\x9f\u2028-\u202e\u2066-\u2069]*$';
