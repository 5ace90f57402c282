import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder in which an example keeps its database, its keys and the bodies of the printed requests. */
export interface DataFolder {
  readonly path: string;
  /** Returns the absolute path of a file in the folder. */
  file(...names: readonly string[]): string;
  /**
   * Returns 32 bytes in Base64, which it creates once and keeps in a file of that name. Only the owner can read the
   * file.
   */
  secret(name: string): Promise<string>;
  /** Writes a JSON file that only its owner can read, and returns its path. */
  writeJson(names: readonly [string, ...string[]], content: unknown): Promise<string>;
}

/**
 * Opens a data folder, and creates it if it is missing. Other accounts cannot list its contents, but they can pass
 * through it, which the account of the demo target needs.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeWritable(path);
  const file = (...names: readonly string[]) => join(path, ...names);
  return {
    path,
    file,
    secret: (name) => secretIn(file(name)),
    async writeJson(names, content) {
      const target = file(...names);
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
      await writeFile(target, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      // The mode above applies only to new files, and this one may exist already.
      await chmod(target, 0o600);
      return target;
    },
  };
}

/** The minimum free bytes for a start: the database of a new instance. */
const PROBE_BYTES = 256 * 1024;

/** The error codes of a disk or an account without free space. */
const NO_ROOM = ['ENOSPC', 'EDQUOT'];

async function makeWritable(path: string): Promise<void> {
  const probe = join(path, `.writable-${process.pid}`);
  try {
    await makeFolder(path);
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    await rm(probe);
  } catch (cause) {
    await rm(probe, { force: true }).catch(() => undefined);
    if (cause instanceof Error && 'code' in cause && NO_ROOM.includes(String(cause.code))) {
      throw new Error(
        `the data folder ${path} is on a full disk. Free some space, or set DATA_FOLDER to a folder on another disk.`,
        { cause },
      );
    }
    throw new Error(
      `the data folder ${path} cannot be written. Set DATA_FOLDER to a folder that this account can write to, or grant it write access.`,
      { cause },
    );
  }
}

/**
 * The folder and its parents. `mkdir` with `recursive` never ends if the system returns ENOENT below an existing folder
 * (`/proc`).
 */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o711 });
}

async function secretIn(file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64');
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${secret}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = (await readFile(file, 'utf8')).trim();
  if (Buffer.from(kept, 'base64').length !== 32) {
    throw new Error(
      `${file} does not hold 32 bytes in Base64. Values that were sealed with the original key can be opened with that key only.`,
    );
  }
  return kept;
}
