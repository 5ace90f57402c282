import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginCaseId } from '@portcullis/testing';

/** A plugin with one fault. */
export interface PluginMutant {
  /** The folder of the plugin below `plugins`, or the kind of a template. */
  readonly plugin: string;
  readonly file: string;
  /** The replaced text, which occurs once in the file. */
  readonly text: string;
  readonly replacement: string;
  /** The case that names the fault. */
  readonly case: PluginCaseId;
  /** A part of the failure message of the case. */
  readonly says: string;
}

/** Reads the table of real plugins with one fault each, `plugin-mutants.json`. */
export function readMutants(): readonly PluginMutant[] {
  const table: Readonly<Record<string, readonly Omit<PluginMutant, 'plugin'>[]>> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'plugin-mutants.json'), 'utf8'),
  );
  return Object.entries(table).flatMap(([plugin, faults]) => faults.map((fault) => ({ plugin, ...fault })));
}
