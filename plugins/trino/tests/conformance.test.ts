import { definePluginConformance } from '@portcullis/testing/vitest';
import { trino } from '../src/index.ts';

definePluginConformance({ plugin: trino(), samples: [{ name: 'a cluster', mode: 'manual', config: {} }] });
