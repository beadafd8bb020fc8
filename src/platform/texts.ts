/** Texts of one language: the English text is the key. */
export type Messages = Readonly<Record<string, string>>

/**
 * A text in the reader's language: `t('Log Out')`, `t('{{count}} comments', { count })`. Of a key with `count`
 * there is a text for each plural category of the language, such as `<key>_one`; its English plural is the key itself.
 */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string

const PLACE = /\{\{(\w+)\}\}/g

/**
 * A translator for one language; texts without a translation stay English. Used by the server and in the browser.
 * @param language primary subtag, e.g. `de`
 * @param messages texts of that language
 * @param english the English texts that their keys do not say themselves: singulars, and what people read of errors
 */
export function createTranslator(language: string, messages: Messages, english: Messages = {}): Translate {
  const texts = language === 'en' ? { ...english, ...messages } : messages
  const plurals = new Intl.PluralRules(language)
  const englishPlurals = new Intl.PluralRules('en')
  const textFor = (text: string, count: unknown): string => {
    if (typeof count !== 'number') return texts[text] ?? text
    return (
      texts[`${text}_${plurals.select(count)}`] ??
      texts[`${text}_other`] ??
      texts[text] ??
      english[`${text}_${englishPlurals.select(count)}`] ??
      text
    )
  }
  return (text, values) => {
    const translated = textFor(text, values?.['count'])
    return values ? translated.replaceAll(PLACE, (place, name: string) => String(values[name] ?? place)) : translated
  }
}
