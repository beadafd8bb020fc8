import i18next from 'i18next'

/** Texts of one language: the English text is the key. */
export type Messages = Readonly<Record<string, string>>

/**
 * A text in the reader's language: `t('Log Out')`, `t('{{count}} comments', { count })`. A key with `count` has its
 * English singular in `i18n/en.json` as `<key>_one`.
 */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

const NAMESPACE = 'translation'
const PLACE = /\{\{(\w+)\}\}/g

/**
 * A translator for one language; texts without a translation stay English. Used by the server and in the browser.
 * @param language primary subtag, e.g. `de`
 * @param messages texts of that language
 * @param english the English texts that their keys do not say themselves: singulars, and what people read of errors
 */
export function createTranslator(language: string, messages: Messages, english: Messages = {}): Translate {
  const texts = language === 'en' ? { ...english, ...messages } : messages
  const instance = i18next.createInstance()
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { [NAMESPACE]: english }, [language]: { [NAMESPACE]: texts } },
    // The resources are here: nothing has to be waited for.
    initAsync: false,
    // Keys are sentences: dots and colons in them are text.
    keySeparator: false,
    nsSeparator: false,
    // The markup escapes.
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
  // Only plurals need i18next, which takes 17 µs for each text.
  return (text, values) => {
    if (values && 'count' in values) return instance.t(text, values)
    const translated = texts[text] ?? text
    return values ? translated.replaceAll(PLACE, (place, name: string) => String(values[name] ?? place)) : translated
  }
}
