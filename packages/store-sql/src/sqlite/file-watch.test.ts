import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchFile } from './file-watch.ts';

function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'store.db');
  writeFileSync(file, '');
  writeFileSync(`${file}-wal`, '');
  let now = 0;
  const watch = watchFile(file, () => now);
  return {
    file,
    folder,
    later() {
      now += 100;
      return watch?.failure();
    },
    now: () => watch?.failure(),
  };
}

it.each([
  ['removed', (file: string) => rmSync(file)],
  ['moved', (file: string) => renameSync(file, `${file}.old`)],
  [
    'replaced',
    (file: string) => {
      writeFileSync(`${file}.new`, '');
      renameSync(`${file}.new`, file);
    },
  ],
  ['left without its log', (file: string) => rmSync(`${file}-wal`)],
])('a file that was %s is reported from then on, also when it is back', (_how, change) => {
  const { file, later, now } = watched();
  expect(later()).toBeUndefined();
  change(file);
  expect(now()).toBeUndefined();
  expect(later()).toMatchObject({ code: 'STORE_FILE_LOST', message: expect.stringContaining(file) });
  writeFileSync(file, '');
  expect(later()).toMatchObject({ code: 'STORE_FILE_LOST' });
});

it('a file that cannot be looked at is not watched', () => {
  expect(watchFile(join(tmpdir(), 'no-such-folder', 'store.db'))).toBeUndefined();
});
