import { z } from 'zod'
import { language, LANGUAGES, type Language } from '../languages.ts'
import { setting, type Settings, WIKI_SECTION } from './settings.ts'

/** Language of the wiki for users who have chosen none. */
export const siteLanguage = setting<Language>('site.language', language, 'en', {
  field: 'language',
  section: WIKI_SECTION,
  order: 60,
  label: 'Language of the wiki',
  help: 'For everybody who has chosen none in their profile, and for visitors who are not signed in.',
  control: { kind: 'choice', options: LANGUAGES },
})
/** Whether the language that a browser asks for goes before the wiki's own. */
export const browserLanguage = setting('site.browser-language', z.boolean(), true, {
  field: 'browserLanguage',
  section: WIKI_SECTION,
  order: 70,
  label: 'Prefer the language that their browser asks for',
  help: 'Without it, they all read the language of the wiki, whatever their browser asks for.',
})

const TAGS: Readonly<Record<string, string>> = { en: 'en-US', de: 'de-DE' } satisfies Record<Language, string>

/**
 * BCP 47 tag with a region of a language that the wiki speaks, as documents name theirs and as dates are written by;
 * English for others.
 */
export function languageTag(locale: string): string {
  return TAGS[locale] ?? TAGS['en']!
}

/** The same as the old product writes it in its metas, e.g. `en_US`. */
export function javaLocale(locale: string): string {
  return languageTag(locale).replace('-', '_')
}

/** A header longer than this is no browser's. */
const MAX_TAGS = 20

/**
 * The language of an answer: what the reader chose in their profile; else the first of `Accept-Language` (RFC 9110,
 * 12.5.4) that the wiki speaks, where the administrator lets browsers ask; else the wiki's own. Visitors who have not
 * signed in are readers who chose none.
 */
export function languageFor(settings: Settings, chosen: string | null, acceptLanguage: string | undefined): string {
  if (chosen !== null) return chosen
  const asked = settings.get(browserLanguage) ? preferredLanguage(acceptLanguage) : undefined
  return asked ?? settings.get(siteLanguage)
}

/** The first of the languages that a browser asks for which the wiki speaks. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',', MAX_TAGS).flatMap(range => {
    const [tag = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const quality = Number(parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? 1)
    const primary = tag.split('-', 1)[0] ?? ''
    return Object.hasOwn(LANGUAGES, primary) && quality > 0 ? [{ primary: primary as Language, quality }] : []
  })
  return ranges.toSorted((one, other) => other.quality - one.quality)[0]?.primary
}
