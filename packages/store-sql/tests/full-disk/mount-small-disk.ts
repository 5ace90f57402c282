import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

/** A disk in memory, and a file that uses up its space. */
export interface SmallDisk {
  fill(): Promise<void>;
  free(): void;
}

/** The size of the pieces that fill the disk. */
const PIECE = Buffer.alloc(4096);
/** Pieces after which the event loop continues. */
const AT_ONCE = 16;

/** Mounts a disk of the given size on the folder. The process needs a private namespace; the disk ends with it. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  const file = join(folder, 'filler');
  return {
    async fill() {
      const descriptor = openSync(file, 'a');
      try {
        for (let pieces = 1; ; pieces += 1) {
          writeSync(descriptor, PIECE);
          if (pieces % AT_ONCE === 0) await turn();
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(descriptor);
      }
    },
    free: () => rmSync(file),
  };
}
