import { type AnyPluginDefinition, configFields } from '@portcullis/plugin-api';

/** A secret field and the texts that give it away wherever they are seen. */
export interface Canary {
  readonly field: string;
  readonly texts: readonly string[];
}

/** A valid config whose secrets are known by sight. */
export interface CanarySample {
  readonly config: Readonly<Record<string, unknown>>;
  readonly canaries: readonly Canary[];
  /**
   * The config with the secret fields, too, that no sample has, since every value of them is refused for now: sent in requests that
   * are refused.
   */
  readonly refused: { readonly config: Readonly<Record<string, unknown>>; readonly canaries: readonly Canary[] };
}

/** A piece of a secret that is shorter is found by chance. */
const MIN_PIECE = 24;

/** The secret fields of a config: those marked as such in its schema. */
export function secretFields({ config }: AnyPluginDefinition): readonly string[] {
  return configFields(config).flatMap(({ path, exposure }) => (exposure === 'secret' ? [path] : []));
}

/** The samples of a plugin with a canary in every secret field: where the schema takes none, the lines of the value itself. */
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
