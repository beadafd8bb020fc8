/**
 * Texts of the interface. The English text is the key; other languages are objects from it to theirs.
 * The language never changes within a document, so `t` is a plain function: no provider, no hook.
 */
import i18next from 'i18next'
import { learnRefusals } from './refusals.ts'
import refusalsInEnglish from '../i18n/refusals-en.json' with { type: 'json' }
import en from './i18n/en.json' with { type: 'json' }

export type Messages = Readonly<Record<string, string>>
export type MessageLoader = () => Promise<{ default: Messages }>

const NAMESPACE = 'translation'

const platformMessages: Readonly<Record<string, MessageLoader>> = {
  de: () => import('../i18n/de.json', { with: { type: 'json' } }),
}

const platformRefusals: Readonly<Record<string, MessageLoader>> = {
  de: () => import('../i18n/refusals-de.json', { with: { type: 'json' } }),
  en: async () => ({ default: refusalsInEnglish }),
}

/**
 * Loads the language's texts before the first render.
 * @param locale BCP 47 tag; a language without texts shows English.
 * @param features texts of the features, by language.
 * @param refusals what their calls refuse, likewise.
 */
export async function startI18n(
  locale: string,
  features: readonly Readonly<Record<string, MessageLoader>>[] = [],
  refusals: readonly Readonly<Record<string, MessageLoader>>[] = [],
): Promise<void> {
  const language = locale.split(/[-_]/)[0] ?? 'en'
  const load = async (texts: readonly Readonly<Record<string, MessageLoader>>[]): Promise<Messages> => {
    const loaders = texts.flatMap(byLanguage => byLanguage[language] ?? [])
    const loaded = await Promise.all(loaders.map(loader => loader()))
    return Object.assign({}, ...loaded.map(messages => messages.default)) as Messages
  }
  const [messages, refused] = await Promise.all([load([platformMessages, ...features]), load([platformRefusals, ...refusals])])
  learnRefusals(refused)
  // English itself has no texts to load: its keys are the texts.
  const resources: Record<string, Record<string, Messages>> = { [language]: { [NAMESPACE]: messages }, en: { [NAMESPACE]: en } }
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources,
    // Keys are sentences: dots and colons in them are text.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
}

/**
 * A text in the user's language: `t('Log Out')`, `t('{{count}} comments', { count })`. A key with `count` has its
 * English singular in `i18n/en.json`.
 */
export function t(text: string, values?: Record<string, string | number>): string {
  return i18next.isInitialized ? i18next.t(text, values ?? {}) : text
}

/** The interface's locale, for dates and numbers. */
export function locale(): string {
  return document.documentElement.lang || 'en-US'
}
