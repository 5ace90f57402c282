/** A product and its version. */
export interface Product {
  readonly product: string;
  readonly version: string;
}

/**
 * Parses the result of `version()`. Amazon Redshift returns `PostgreSQL 8.0.2 on … , Redshift 1.0.12345`; the
 * relevant version is at the end. Source: Amazon Redshift Database Developer Guide, "VERSION".
 */
export function productOf(response: string): Product {
  const redshift = /\bRedshift\s+([\d.]+)/i.exec(response)?.[1];
  if (redshift !== undefined) return { product: 'Amazon Redshift', version: redshift };
  const postgres = /^PostgreSQL\s+([\d.]+)/.exec(response)?.[1];
  return postgres === undefined ? { product: 'unknown', version: '' } : { product: 'PostgreSQL', version: postgres };
}
