import { createTranslator, type Messages, type Translate } from '../texts.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Texts of a feature by language (primary subtag). */
export type FeatureMessages = Readonly<Record<string, Messages>>

/** The interface's texts for what the server renders: the same messages that the browser loads. */
export class Texts {
  readonly #features: readonly FeatureMessages[]
  readonly #translators = new Map<string, Translate>()

  constructor(features: readonly FeatureMessages[]) {
    this.#features = [{ de }, ...features]
  }

  /** The translator for a locale; English for a language without texts. */
  for(locale: string): Translate {
    const language = locale.split(/[-_]/, 1)[0] ?? 'en'
    let translate = this.#translators.get(language)
    if (!translate) {
      const messages = Object.assign({}, ...this.#features.map(feature => feature[language])) as Messages
      this.#translators.set(language, (translate = createTranslator(language, messages, en)))
    }
    return translate
  }
}
