import type { Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';

/** How names and values are written, without the frames of scripts. */
export const QUOTING: Pick<Dialect, 'quoteIdentifier' | 'quoteLiteral'> = { quoteIdentifier, quoteLiteral };
