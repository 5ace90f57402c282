const ESCAPE = '\u001B';

/** The styles of `style`, a line break of Windows, control characters other than line breaks and tabs, and writing directions. */
const CONTROLS = new RegExp(
  String.raw`${ESCAPE}\[(?:[12]|22|3[1239])m|\r\n|[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]`,
  'gu',
);

/**
 * Returns a text for a terminal. Names and messages of a platform or a server may contain control characters, which would
 * move the cursor, hide text, change its order or the clipboard: each is replaced.
 *
 * @param hasColours - false removes the styles of `style`, too.
 */
export function safeText(text: string, hasColours: boolean): string {
  return text.replaceAll(CONTROLS, (found) => {
    if (found === '\r\n') return '\n';
    if (found.length === 1) return '\u{FFFD}';
    return hasColours ? found : '';
  });
}
