import { randomBytes } from 'node:crypto'
import type { ServerFeature } from '#platform/server/app.ts'
import { now, setClock } from './challenge.ts'
import { migrations } from './migrations.ts'
import { captchaRoutes } from './routes.ts'
import { captchaKey, captchaSettings } from './settings.ts'
import { captchaAtSignIn } from './sign-in.ts'
import { removeExpired } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/**
 * Proof that a person writes: of visitors who comment without signing in, and of who fails to sign in again and again.
 * `options.now` is another clock (epoch milliseconds) for tests.
 */
export function createCaptchaFeature(options: { now?: () => number } = {}): ServerFeature {
  return {
    name: 'captcha',
    messages: { de },
    migrations,
    settings: captchaSettings,
    register(app) {
      if (options.now) setClock(app, options.now)
      captchaRoutes(app)
      captchaAtSignIn(app)
      app.jobs.schedule('captcha.sweep', '47 * * * *', () => removeExpired(app.database, now(app)))
    },
    async start(app) {
      if (app.settings.get(captchaKey) === '') await app.settings.ensure(captchaKey, randomBytes(32).toString('base64'))
    },
  }
}

export const captchaFeature: ServerFeature = createCaptchaFeature()
