import type { z } from 'zod';
import type { COMPONENT_SCHEMAS, ComponentSchemaName } from '../component-schemas.ts';

/** Examples by the name of their schema. */
export type ComponentExamples = { readonly [Name in ComponentSchemaName]?: z.input<(typeof COMPONENT_SCHEMAS)[Name]> };
