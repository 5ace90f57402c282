import { createMemoryStore } from '@portcullis/core';
import { describeStore } from './describe-store.ts';

describeStore('the memory store', () => ({ create: createMemoryStore }));
