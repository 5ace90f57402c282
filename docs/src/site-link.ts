import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { placeOf, REPOSITORY, SOURCE_URL } from './site-pages.ts';

/**
 * A link of a file as it has to be in the site.
 * @param file path from the root of the repository, with forward slashes
 * @param href the link as it is written
 */
export function siteLink(file: string, href: string): string {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), decodeURI(path));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const place = placeOf(target) ?? placeOf(posix.join(target, 'README.md'));
  if (place) return `/${place}${suffix}`;
  const found = join(REPOSITORY, target);
  const kind = existsSync(found) && statSync(found).isDirectory() ? 'tree' : 'blob';
  return `${SOURCE_URL}/${kind}/main/${target.replace(/\/$/, '')}${suffix}`;
}
