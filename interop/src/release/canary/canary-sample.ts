import { type AnyPluginDefinition, configFields } from '@portcullis/plugin-api';

/** A secret field and the texts that reveal it. */
export interface Canary {
  readonly field: string;
  readonly texts: readonly string[];
}

/** A valid config with recognisable secrets. */
export interface CanarySample {
  readonly config: Readonly<Record<string, unknown>>;
  readonly canaries: readonly Canary[];
  /**
   * The config with additional secret fields that no sample has, because the plugin refuses every value of them. Only
   * refused requests contain it.
   */
  readonly refused: { readonly config: Readonly<Record<string, unknown>>; readonly canaries: readonly Canary[] };
}

/** A shorter piece of a secret is found by chance. */
const MIN_PIECE = 24;

/** The secret fields of a config: those that its schema marks as secret. */
export function secretFields({ config }: AnyPluginDefinition): readonly string[] {
  return configFields(config).flatMap(({ path, exposure }) => (exposure === 'secret' ? [path] : []));
}

/**
 * The samples of a plugin with a canary in every secret field. If the schema accepts none, the canaries are the lines
 * of the value itself.
 */
export function canarySamples(definition: AnyPluginDefinition): readonly CanarySample[] {
  const fields = secretFields(definition);
  const strays = fields.filter((field) => definition.samples.every((sample) => at(sample, field) === undefined));
  return definition.samples.map((sample, index) => {
    let config: CanarySample['config'] = sample;
    const canaries: Canary[] = [];
    for (const [position, field] of fields.entries()) {
      const value = at(config, field);
      if (typeof value !== 'string') continue;
      const word = `Kanarie7Vogel${index}${position}x`;
      const forms = [word, word.padEnd(value.length, '7a')].filter((form) => form.length >= word.length);
      const fitting = forms.find((form) => definition.config.safeParse(put(config, field, form)).success);
      if (fitting !== undefined) config = put(config, field, fitting);
      canaries.push({ field, texts: fitting === undefined ? piecesOf(value) : [word] });
    }
    const refused = strays.map((field, position) => ({ field, texts: [`Kanarie7Streuner${index}${position}x`] }));
    const strayed = refused.reduce((each, { field, texts }) => put(each, field, texts.join('')), config);
    return { config, canaries, refused: { config: strayed, canaries: refused } };
  });
}

function piecesOf(secret: string): readonly string[] {
  const lines = secret.split(/\\n|\r?\n/).filter((line) => line.length >= MIN_PIECE && !line.includes('-----'));
  return lines.length > 0 ? lines : [secret];
}

function at(config: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], config);
}

function put(config: CanarySample['config'], path: string, value: string): CanarySample['config'] {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...config, [key]: value };
  return { ...config, [key]: put((config[key] ?? {}) as CanarySample['config'], rest.join('.'), value) };
}
