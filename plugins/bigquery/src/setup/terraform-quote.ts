/**
 * Quotes a value for Terraform, so that no part of it ends the string, or begins a template or a line.
 *
 * Source: Terraform language, "Strings and Templates". A doubled sign is literal, but not after another sign: an
 * escape is literal everywhere.
 */
export function terraformQuote(value: string): string {
  return `"${value.replaceAll(/["\\$%\p{Cc}]/gu, escaped)}"`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
