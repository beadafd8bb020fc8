/**
 * Texts of the interface. The English text is the key; other languages are objects from it to theirs.
 * The language never changes within a document, so `t` is a plain function: no provider, no hook.
 */
import { createTranslator, type Messages, type Translate } from '../texts.ts'
import en from '../i18n/en.json' with { type: 'json' }

export type MessageLoader = () => Promise<{ default: Messages }>

const platformMessages: Readonly<Record<string, MessageLoader>> = {
  de: () => import('../i18n/de.json', { with: { type: 'json' } }),
}

let translate: Translate = text => text

/**
 * Loads the language's texts before the first render.
 * @param locale BCP 47 tag; a language without texts shows English.
 * @param features texts of the features, by language.
 */
export async function startI18n(
  locale: string,
  features: readonly Readonly<Record<string, MessageLoader>>[] = [],
): Promise<void> {
  const language = locale.split(/[-_]/)[0] ?? 'en'
  const loaders = [platformMessages, ...features].flatMap(byLanguage => byLanguage[language] ?? [])
  const loaded = await Promise.all(loaders.map(loader => loader()))
  const messages = Object.assign({}, ...loaded.map(({ default: texts }) => texts)) as Messages
  translate = createTranslator(language, messages, en)
}

/** A text in the user's language; see {@link Translate}. */
export const t: Translate = (text, values) => translate(text, values)

/** The interface's locale, for dates and numbers. */
export function locale(): string {
  return document.documentElement.lang || 'en-US'
}
