import { z } from 'zod'

/** Languages that the wiki speaks, with the names that they give themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES
export const language = z.enum(
  Object.keys(LANGUAGES) as [Language, ...Language[]],
  `must be one of ${Object.keys(LANGUAGES).join(', ')}`,
)
