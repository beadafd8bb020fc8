import { speaker } from '#platform/words.ts'
import de from './i18n/de.json' with { type: 'json' }

/** A text of this feature in the reader's language, for the server's markup. */
export const say = speaker({ de })
