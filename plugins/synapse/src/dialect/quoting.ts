import type { Dialect } from '@portcullis/plugin-api';
import { quoteIdentifier } from './quote-identifier.ts';
import { quoteLiteral } from './quote-literal.ts';

/** The quoting of names and values, without the guards of scripts. */
export const QUOTING: Pick<Dialect, 'quoteIdentifier' | 'quoteLiteral'> = { quoteIdentifier, quoteLiteral };
