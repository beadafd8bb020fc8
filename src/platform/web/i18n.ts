/** Translation. English texts are the keys. The language is fixed per document, so `t` is a plain function. */
import { createTranslator, type Messages, type Translate } from '../texts.ts'
import en from '../i18n/en.json' with { type: 'json' }

export type MessageLoader = () => Promise<{ default: Messages }>

const platformMessages: Readonly<Record<string, MessageLoader>> = {
  de: () => import('../i18n/de.json', { with: { type: 'json' } }),
}

let translate: Translate = text => text

/**
 * Loads the texts before the first render.
 * @param locale BCP 47 tag; falls back to English
 * @param features texts by language
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

/** Translates; see {@link Translate}. */
export const t: Translate = (text, values) => translate(text, values)

export function locale(): string {
  return document.documentElement.lang || 'en-US'
}
