/**
 * Texts of this feature's screens by language; the English text is the key. Shared, because the server writes the first
 * view of a page in the reader's language and the browser goes on with the same words.
 */
import de from './i18n/de.json' with { type: 'json' }

const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = { de }

/** A text in a language, for the server's markup; the browser has `t`. Unknown languages and texts give English. */
export function say(locale: string, text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = languages[locale.split(/[-_]/, 1)[0] ?? '']?.[text] ?? text
  return found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}
