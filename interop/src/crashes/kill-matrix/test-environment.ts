import type { ChildProcess } from 'node:child_process';
import type { Plugin } from '@portcullis/plugin-api';
import type { ResolvedFixture } from './fixtures.ts';
import type { PluginOrder } from './victim-protocol.ts';

/** A platform with a plugin for it, which outlives the processes that are killed. */
export interface TestEnvironment {
  /** The name of the platform in the table. */
  readonly platform: 'simulated' | 'PostgreSQL';
  readonly plugin: Omit<PluginOrder, 'version'>;
  readonly fixture: ResolvedFixture;
  /** The plugin for an instance in this process. */
  pluginFor(version: 1 | 2): Plugin;
  /** Empties the platform, and plants foreign objects with names like ours. */
  reset(): Promise<void>;
  /** The contents of the platform as comparable text, including foreign objects. */
  describe(): Promise<string>;
  /** Gives a process access to the platform. @returns waits until nothing of the dead process remains there. */
  attach(child: ChildProcess, version: 1 | 2): () => Promise<void>;
  close(): Promise<void>;
}
