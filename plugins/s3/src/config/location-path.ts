import { PRINTABLE } from './printable.ts';

/** The parts of a registered location. The default location, `s3://`, has no bucket. */
export interface LocationPath {
  readonly bucket: string | undefined;
  /** The prefix of the keys; empty for a whole bucket. */
  readonly prefix: string;
}

/** Source: S3 user guide, "General purpose bucket naming rules". */
const BUCKET =
  /^(?!xn--|sthree-|\d+\.\d+\.\d+\.\d+$)(?!.*(?:\.\.|-s3alias$|--ol-s3$|--x-s3$))[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Maximum length of a location scope, in characters. Source: S3 API reference, "CreateAccessGrantsLocation". */
const MAX_PATH_LENGTH = 2_000;

/** Returns the problem with a location path, or `undefined`. */
export function locationPathProblem(path: string): string | undefined {
  if (path.length > MAX_PATH_LENGTH) return `A location path has at most ${MAX_PATH_LENGTH} characters.`;
  if (!path.startsWith('s3://')) return 'A location path is s3://, s3://bucket or s3://bucket/prefix.';
  if (!new RegExp(PRINTABLE).test(path)) return 'A location path must not contain control characters.';
  if (/\p{Surrogate}/u.test(path)) return 'A location path is text in Unicode; this one contains a lone surrogate.';
  const { bucket, prefix } = parseLocationPath(path);
  if (bucket === undefined) return undefined;
  if (!BUCKET.test(bucket)) return 'The name of a bucket has 3 to 63 lower-case letters, digits, periods and hyphens.';
  if (prefix.includes('*')) return 'A location path must not contain an asterisk, which only grants can contain.';
  return undefined;
}

/** Parses a valid location path. */
export function parseLocationPath(path: string): LocationPath {
  const rest = path.slice('s3://'.length);
  if (rest === '') return { bucket: undefined, prefix: '' };
  const slash = rest.indexOf('/');
  return slash < 0 ? { bucket: rest, prefix: '' } : { bucket: rest.slice(0, slash), prefix: rest.slice(slash + 1) };
}

/**
 * Normalizes a location path. A whole bucket has no trailing slash. The trailing slash of a prefix is kept, since `a`
 * and `a/` match different keys.
 */
export function normalizeLocationPath(path: string): string {
  const lowered = path.trim().replace(/^s3:\/\//i, 's3://');
  const { bucket, prefix } = parseLocationPath(lowered);
  return bucket !== undefined && prefix === '' ? `s3://${bucket}` : lowered;
}
