import type { App } from '#platform/server/app.ts'
import { html } from '#platform/server/http/markup.ts'
import { field, hidden, signInProofs } from '#features/accounts/server/index.ts'
import {
  CAPTCHA_HEIGHT,
  CAPTCHA_ID,
  CAPTCHA_MISMATCH,
  CAPTCHA_PLACEHOLDER,
  CAPTCHA_RESPONSE,
  CAPTCHA_WIDTH,
  captchaPath,
} from '../shared.ts'
import { captchaIn, isRight } from './answers.ts'
import { newCaptcha } from './comments.ts'
import { signInCaptcha } from './settings.ts'

/** Asks for a captcha where somebody fails to sign in again and again. */
export function captchaAtSignIn(app: App): void {
  app.extensions.add(signInProofs, {
    refusal: CAPTCHA_MISMATCH,
    isOn: () => app.settings.get(signInCaptcha),
    isGiven: request => isRight(app, captchaIn(request)),
    field(t) {
      const { id, question } = newCaptcha(app)
      const words = t('I cannot see the picture')
      return html`<div class="oxf-captcha"><img class="ox-captcha-picture" src="${captchaPath(id)}" alt="${t('Picture of a word')}" width="${CAPTCHA_WIDTH}" height="${CAPTCHA_HEIGHT}">
${hidden(CAPTCHA_ID, id)}${field({ name: CAPTCHA_RESPONSE, label: t(CAPTCHA_PLACEHOLDER), autocomplete: 'off' })}
<details class="ox-captcha-question"><summary>${words}</summary><p>${t('How much is {{first}} plus {{second}}? Type the number in the place of the word.', question)}</p></details></div>`
    },
  })
}
