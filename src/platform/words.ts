/** Texts of one feature by language; the English text is the key. */
export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A text in a language, with its values filled in. Unknown languages and texts give English. */
export type Say = (locale: string, text: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * `say` for the server's markup of a feature, from the same texts that the browser's `t` has:
 * `export const say = speaker({ de })`.
 */
export function speaker(languages: Words): Say {
  return (locale, text, values = {}) => {
    const texts = languages[locale.split(/[-_]/, 1)[0] ?? '']
    const found = (texts && Object.hasOwn(texts, text) ? texts[text] : undefined) ?? text
    return found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}
