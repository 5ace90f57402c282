/** Returns a text in other encodings: unchanged, in JSON, in a URL, in hexadecimal, inside Base64. */
export function encodingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const json = JSON.stringify(text).slice(1, -1);
  // The preceding bytes determine where the groups of Base64 begin. The edges depend on the neighbouring bytes and are
  // omitted.
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return encoded.slice(offset === 0 ? 0 : offset + 1, encoded.length - 2);
  });
  const urlSafe = inBase64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  return [...new Set([text, json, encodeURIComponent(text), hex, hex.toUpperCase(), ...inBase64, ...urlSafe])];
}
