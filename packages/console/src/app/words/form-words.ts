/** Titles of the fields of a form, by path: `impersonation.enabled` has the title `Impersonation: Enabled`. */
export type FieldTitles = ReadonlyMap<string, string>;

/** Phrases of the API, and those of the console for them. The order counts: whole sentences come first. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /send \{ "object": "[^"]*", "decision": "adopt" \} if it belongs to this integration, or "leave" if it does not, to POST \S+, and repeat/g,
    'decide on the overview whether it belongs to this integration, and repeat',
  ],
  [/PUT repairs it and also brings/g, 'An edit repairs it and also brings'],
  [
    /Send a PUT with the stored config and privileged credentials instead/g,
    'Edit it with the stored settings and privileged credentials instead',
  ],
  [
    /Send PUT with a new value of (.+?), then DELETE again\./g,
    'Enter a new value of $1 in an edit, then delete it again.',
  ],
  [
    /send DELETE with forceDisable: the integration then ends/g,
    'remove it from the service only: the integration then ends',
  ],
  [/Send a whole config with PUT/g, 'Enter all settings in an edit'],
  [/Bring it to enabled with PUT/g, 'Edit it until it is enabled'],
  [/First bring the integration to enabled with PUT/g, 'Edit the integration until it is enabled'],
  [/\bA PUT with the same config/g, 'An edit with the same settings'],
  [/\ba PUT with the same config/g, 'an edit with the same settings'],
  [/or send forceDisable to leave/g, 'or remove the integration from the service only, to leave'],
  [/send forceDisable to delete the integration from/g, 'remove the integration from'],
  [/remove the integration with forceDisable/g, 'remove the integration from the service only'],
  [/forceDisable changes nothing/g, 'a removal from the service only changes nothing'],
  [/GET \/integrations lists them/g, 'the list shows all'],
  [/The body must be an object with type, autoBootstrap and config/g, 'The entries are incomplete'],
  [/autoBootstrap must be false here, because the caller runs/g, 'The set-up must be manual, because you run'],
  [/Use PUT \/integrations\/(\S+)\./g, 'Edit integration $1.'],
  [/Use DELETE \/integrations\/(\S+), then POST again\./g, 'Delete integration $1, then create it again.'],
  [/DELETE \/integrations\/\S+ removes it/g, 'the deletion removes it'],
  [/POST \/integrations\/privileges says what to grant for a config/g, 'the README of its plugin says what to grant'],
  [/with POST \/integrations\/\S+\/regenerate/g, 'on the page “Key and files”'],
  [/ \(GET \/integrations\/\S+\/operations\)/g, ' (on the page “Activity”)'],
  [/Create it again with POST \/integrations/g, 'Create it again'],
  [/Send the request without a body/g, 'Leave them out'],
  [/Send (them|privileged credentials|the credentials) (?:in the body|with the request)/g, 'Enter $1'],
  [/autoBootstrap must be false for (.+?)\./g, '$1 is set up manually.'],
  [/adopt with autoBootstrap false/g, 'adopt it with a manual set-up'],
  [/The body is not valid/g, 'The entries are not valid'],
  [/(^|[.!?]\s+)PUT or DELETE continues/g, '$1An edit or a deletion continues'],
  [/PUT or DELETE continues/g, 'an edit or a deletion continues'],
  [/are the config[’']s: change them with PUT/g, 'are in the settings: change them in an edit'],
  [/set it to true with PUT/g, 'switch it on in an edit'],
  [/\bwith PUT\b/g, 'in an edit'],
];

/** A value of a switch, after the quoted title of its field. */
const SWITCHES: readonly (readonly [RegExp, string])[] = [
  [/(“[^”]+”) is false\b/g, '$1 is off'],
  [/(“[^”]+”) is true\b/g, '$1 is on'],
];

/** A path of a field: it has a dot or a capital letter, or it is below `config`. Other words may be just words. */
const PATH = /\bconfig\.[A-Za-z][\w]*(?:\.[A-Za-z]\w*)*|\b[a-z]\w*(?:\.[A-Za-z]\w*)+|\b[a-z]+[A-Z]\w*/g;

/**
 * Returns a text of the service in the words of the console: a form has titles and edits, where the API has fields and
 * methods.
 */
export function formWords(text: string, titles: FieldTitles = new Map()): string {
  const replaced = PHRASES.reduce((result, [phrase, words]) => result.replace(phrase, words), text);
  const titled = replaced.replace(PATH, (found) => titleAt(found, titles) ?? found);
  return SWITCHES.reduce((result, [phrase, words]) => result.replace(phrase, words), titled);
}

/** Returns the title of a field that a text names by its path, in quotation marks; undefined if there is no such field. */
function titleAt(found: string, titles: FieldTitles): string | undefined {
  const path = found.replace(/^config\./, '');
  const title = titles.get(path);
  if (title !== undefined) return `“${title}”`;
  return found === path ? undefined : `“${path}”`;
}
