import i18next from 'i18next'

/** Texts of one language: the English text is the key. */
export type Messages = Readonly<Record<string, string>>

/**
 * A text in the reader's language: `t('Log Out')`, `t('{{count}} comments', { count })`. A key with `count` has its
 * English singular in `i18n/en.json` as `<key>_one`.
 */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

const NAMESPACE = 'translation'

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
    // Escaping is done by whoever writes the markup.
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
  // Most texts have no values, and i18next takes 17 µs for each text.
  return (text, values) => (values ? instance.t(text, values) : (texts[text] ?? text))
}
