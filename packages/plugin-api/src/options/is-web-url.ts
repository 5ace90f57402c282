/**
 * Returns whether a text is an http or https URL, for the options of a plugin. A user and a password in it, which a proxy
 * can require, must be encoded: with another percent sign, no connection would be possible.
 */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return false;
  try {
    decodeURIComponent(url.username);
    decodeURIComponent(url.password);
    return true;
  } catch {
    return false;
  }
}
