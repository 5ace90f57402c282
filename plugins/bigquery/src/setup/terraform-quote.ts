/**
 * Quotes a value for Terraform, so that nothing in it is a template.
 *
 * Source: Terraform documentation, "Strings and Templates", escape sequences.
 */
export function terraformQuote(value: string): string {
  return JSON.stringify(value).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
}
