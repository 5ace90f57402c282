/**
 * The function `sdssplitargs` of Redis (sds.c), translated branch by branch: the parser with which redis-cli reads a
 * line. Returns `null` where the original does.
 */
export function sdsSplitArgs(text: string): readonly string[] | null {
  // The end of a C string is a zero.
  const line = Buffer.concat([Buffer.from(text), Buffer.from([0])]);
  const vector: string[] = [];
  let p = 0;
  for (;;) {
    while (line[p] !== 0 && isSpace(line[p])) p += 1;
    if (line[p] === 0) return vector;
    let inDouble = false;
    let inSingle = false;
    let done = false;
    const current: number[] = [];
    while (!done) {
      const c = char(line[p]);
      if (inDouble) {
        if (c === '\\' && char(line[p + 1]) === 'x' && isHex(line[p + 2]) && isHex(line[p + 3])) {
          current.push(Number.parseInt(char(line[p + 2]) + char(line[p + 3]), 16));
          p += 3;
        } else if (c === '\\' && line[p + 1] !== 0) {
          p += 1;
          const letter = char(line[p]);
          const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, a: 7 };
          current.push(escapes[letter] ?? (line[p] as number));
        } else if (c === '"') {
          if (line[p + 1] !== 0 && !isSpace(line[p + 1])) return null;
          done = true;
        } else if (line[p] === 0) {
          return null;
        } else {
          current.push(line[p] as number);
        }
      } else if (inSingle) {
        if (c === '\\' && char(line[p + 1]) === "'") {
          p += 1;
          current.push(39);
        } else if (c === "'") {
          if (line[p + 1] !== 0 && !isSpace(line[p + 1])) return null;
          done = true;
        } else if (line[p] === 0) {
          return null;
        } else {
          current.push(line[p] as number);
        }
      } else if ([' ', '\n', '\r', '\t', '\0'].includes(c)) {
        done = true;
      } else if (c === '"') {
        inDouble = true;
      } else if (c === "'") {
        inSingle = true;
      } else {
        current.push(line[p] as number);
      }
      if (line[p] !== 0) p += 1;
    }
    vector.push(Buffer.from(current).toString('utf8'));
  }
}

function char(byte: number | undefined): string {
  return String.fromCharCode(byte ?? 0);
}

function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && (byte === 32 || (byte >= 9 && byte <= 13));
}

function isHex(byte: number | undefined): boolean {
  return /^[0-9a-f]$/i.test(char(byte));
}
