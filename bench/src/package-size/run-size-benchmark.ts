import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { missingBuilds } from '../import-time/missing-builds.ts';
import { printTable } from '../report/print-table.ts';

const root = join(import.meta.dirname, '../../..');

/** The sizes of a plugin package, in bytes. */
interface PackageSize {
  readonly name: string;
  /** The tarball that a registry keeps. */
  readonly packed: number;
  /** Its files. */
  readonly unpacked: number;
  readonly files: number;
  /** The JavaScript files in `dist`, the only code that can be loaded. */
  readonly code: number;
}

/**
 * Packs every plugin as for publication, and measures its size, without dependencies.
 *
 * @returns the problems: packages that are not built, or cannot be packed.
 */
export function runSizeBenchmark(): readonly string[] {
  const missing = missingBuilds();
  if (missing.length > 0) return [`Nothing to pack: ${missing.join(', ')} not built, or changed since.`];
  const scratch = mkdtempSync(join(tmpdir(), 'portcullis-sizes-'));
  try {
    const folders = globSync('plugins/*', { cwd: root }).toSorted();
    const sizes = folders.map((folder) => sizeOf(join(root, folder), scratch));
    printTable({
      title: 'Package sizes, KiB',
      columns: ['package', 'packed', 'unpacked', 'files', 'JavaScript'],
      rows: sizes.map(({ name, packed, unpacked, files, code }) => [
        name,
        inKibibytes(packed),
        inKibibytes(unpacked),
        String(files),
        inKibibytes(code),
      ]),
    });
    return [];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function sizeOf(folder: string, scratch: string): PackageSize {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly name: string };
  const tarball = join(scratch, `${basename(folder)}.tgz`);
  const packing = spawnSync('npx', ['--yes', 'pnpm@12', 'pack', '--out', tarball], { cwd: folder, encoding: 'utf8' });
  if (packing.status !== 0) throw new Error(`${name} could not be packed:\n${packing.stdout}${packing.stderr}`);
  const listing = spawnSync('tar', ['-tvzf', tarball], { encoding: 'utf8' }).stdout;
  const entries = [...listing.matchAll(/^-\S+\s+\S+\s+(\d+)\s.*?\s(package\/\S+)$/gm)];
  const sum = (bytes: readonly number[]): number => bytes.reduce((total, each) => total + each, 0);
  const code = entries.filter(([, , path = '']) => /^package\/dist\/.*\.js$/.test(path));
  return {
    name,
    packed: statSync(tarball).size,
    unpacked: sum(entries.map(([, bytes]) => Number(bytes))),
    files: entries.length,
    code: sum(code.map(([, bytes]) => Number(bytes))),
  };
}

function inKibibytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
