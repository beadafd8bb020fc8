import { speaker } from '../../words.ts'
import de from '../../i18n/de.json' with { type: 'json' }

/** Texts of the frame, for the server's markup; the browser has `t`. */
export const say = speaker({ de })
