import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { REPOSITORY, SOURCE_URL, sitePathOf } from './site-pages.ts';

/**
 * Converts a link between files of the repository to a link in the site.
 *
 * @param file - the path from the root of the repository, with forward slashes.
 * @param href - the link in the file.
 */
export function siteLink(file: string, href: string): string {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), decodeURI(path));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  const sitePath = sitePathOf(target) ?? sitePathOf(posix.join(target, 'README.md'));
  if (sitePath) return `/${sitePath}${suffix}`;
  const found = join(REPOSITORY, target);
  const kind = existsSync(found) && statSync(found).isDirectory() ? 'tree' : 'blob';
  return `${SOURCE_URL}/${kind}/main/${target.replace(/\/$/, '')}${suffix}`;
}
