import type { ValidationTest } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { PlatformSession } from '../connection/platform-session.ts';

/** A validation test of this plugin. */
export type PlatformTest = ValidationTest<Config, Record<string, never>, PlatformSession>;
