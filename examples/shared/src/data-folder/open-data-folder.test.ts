import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from './open-data-folder.ts';

/** Returns whether this account may mount a small disk. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

describe('a data folder', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'data-folder-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('creates a secret once, readable by its owner only', async () => {
    const data = await openDataFolder(join(parent, 'data'));
    const secret = await data.secret('secret-key');
    expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect((await stat(data.file('secret-key'))).mode & 0o777).toBe(0o600);
    const again = await openDataFolder(join(parent, 'data'));
    expect(await again.secret('secret-key')).toBe(secret);
    expect(await again.secret('another')).not.toBe(secret);
  });

  it('is created with its missing parent folders', async () => {
    const data = await openDataFolder(join(parent, 'not', 'yet', 'there'));
    expect((await stat(data.path)).isDirectory()).toBe(true);
    expect(await data.secret('secret-key')).not.toBe('');
  });

  it('that is not writable is rejected with its path and the remedy', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    // A folder below a file, and one in which no account can create anything.
    for (const folder of [file, join(file, 'data'), '/proc/data']) {
      await expect(openDataFolder(folder)).rejects.toThrow(
        `the data folder ${folder} cannot be written. Set DATA_FOLDER to a folder that this account can write to`,
      );
    }
  });

  it.skipIf(!canMount())('on a full disk is rejected with the remedy, and no file remains', async () => {
    const disk = join(parent, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    try {
      await expect(openDataFolder(disk)).rejects.toThrow(
        `the data folder ${disk} is on a full disk. Free some space, or set DATA_FOLDER to a folder on another disk.`,
      );
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  it('rejects a truncated secret', async () => {
    const data = await openDataFolder(join(parent, 'data'));
    await writeFile(data.file('secret-key'), 'c2hvcnQ=\n');
    await expect(data.secret('secret-key')).rejects.toThrow(data.file('secret-key'));
  });

  it('makes a request body private, even if it was readable before', async () => {
    const data = await openDataFolder(join(parent, 'data'));
    const file = await data.writeJson(['requests', 'body.json'], { first: 1 });
    await writeFile(file, '', { mode: 0o644 });
    await data.writeJson(['requests', 'body.json'], { second: 2 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ second: 2 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});
