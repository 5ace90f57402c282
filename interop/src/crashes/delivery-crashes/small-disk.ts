import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system that is small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file until the disk is full. */
  fill(): void;
  /** Removes that file. */
  free(): void;
  close(): void;
}

const CHUNK = Buffer.alloc(64 * 1024);
const MIN_WRITE_BYTES = 1;

/** Mounts a file system in memory, which requires Linux and root. Returns the reason if it cannot be mounted. */
export function createSmallDisk(bytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `a small file system cannot be mounted: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    close() {
      // A recently killed process may still hold a file.
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true });
    },
  };
}

function fill(file: string): void {
  const descriptor = openSync(file, 'a');
  for (let length = CHUNK.length; length >= MIN_WRITE_BYTES; ) {
    try {
      writeSync(descriptor, CHUNK, 0, length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      length = Math.floor(length / 2);
    }
  }
  fsyncSync(descriptor);
  closeSync(descriptor);
}
