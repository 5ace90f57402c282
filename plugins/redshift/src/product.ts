/** A product and its version. */
export interface Product {
  readonly product: string;
  readonly version: string;
}

/**
 * Parses the result of `version()`. Amazon Redshift returns `PostgreSQL 8.0.2 on … , Redshift 1.0.12345`; the
 * relevant version is at the end. Source: Amazon Redshift Database Developer Guide, "VERSION".
 */
export function productOf(answer: string): Product {
  const redshift = /\bRedshift\s+([\d.]+)/i.exec(answer)?.[1];
  if (redshift !== undefined) return { product: 'Amazon Redshift', version: redshift };
  const postgres = /^PostgreSQL\s+([\d.]+)/.exec(answer)?.[1];
  return postgres === undefined ? { product: 'unknown', version: '' } : { product: 'PostgreSQL', version: postgres };
}
