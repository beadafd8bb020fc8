/** Translation. English texts are the keys. The language is fixed per document, so `t` is a plain function. */
import { createTranslator, type Messages, type Translate } from '../texts.ts'
import en from '../i18n/en.json' with { type: 'json' }

/** Files of texts, by paths that end with their language: `…/de.json`, `…/editor.de.json`; as `import.meta.glob` says. */
export type TextFiles = Readonly<Record<string, () => Promise<Messages>>>

const ownFiles: TextFiles = {
  'de.json': async () => (await import('../i18n/de.json', { with: { type: 'json' } })).default,
}

let translate: Translate = text => text

/**
 * Loads the texts before the first render.
 * @param locale BCP 47 tag; falls back to English
 * @param files texts of features
 */
export async function startI18n(locale: string, files: TextFiles = {}): Promise<void> {
  const language = locale.split(/[-_]/)[0] ?? 'en'
  const loaded = await Promise.all(
    [ownFiles, files]
      .flatMap(Object.entries<() => Promise<Messages>>)
      .filter(([path]) => path.endsWith(`${language}.json`))
      .map(([, load]) => load()),
  )
  translate = createTranslator(language, Object.assign({}, ...loaded) as Messages, en)
}

/** Translates; see {@link Translate}. */
export const t: Translate = (text, values) => translate(text, values)

export function locale(): string {
  return document.documentElement.lang || 'en-US'
}

/** The browser's variant of the reader's language: `en-GB` has other dates than `en`. */
export function dateLocale(): string {
  const language = (tag: string) => tag.split('-')[0]
  return navigator.languages.find(tag => language(tag) === language(locale())) ?? locale()
}
