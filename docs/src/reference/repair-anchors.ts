import { posix } from 'node:path';
import { slug } from 'github-slugger';

/**
 * Repairs links to headings in pages that typedoc has written. The number that typedoc appends to an anchor also counts
 * exports of other pages, so that `#store-1` can refer to the only heading `Store` of its page.
 *
 * @param pages - the texts of the pages, by path.
 */
export function repairAnchors(pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)] as const));
  return new Map(
    [...pages].map(([path, text]) => {
      const repaired = text.replaceAll(
        /\]\(([^)#\s]*)#([^)\s]+)-(\d+)\)/g,
        (link, file: string, base: string, count: string) => {
          const own = anchors.get(file === '' ? path : posix.join(posix.dirname(path), file));
          return own && !own.has(`${base}-${count}`) && own.has(base) ? `](${file}#${base})` : link;
        },
      );
      return [path, repaired];
    }),
  );
}

/** Returns the anchors of the headings of a page, and its explicit anchors. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const base = slug(heading.replaceAll(/[\\`]/g, ''));
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
