import { z } from 'zod'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = { title: 'Captcha', order: 40 }

/** Whether comments of visitors who are not signed in need a captcha. */
export const commentCaptcha = setting('captcha.comments', z.boolean(), true, {
  field: 'commentCaptcha',
  section: SECTION,
  order: 10,
  label: 'Ask visitors who are not signed in for a captcha when they comment',
  help: 'Visitors type a word from a picture, or answer a question, before their comment is stored.',
})
/** Whether signing in needs a captcha after repeated failures. */
export const signInCaptcha = setting('captcha.sign-in', z.boolean(), true, {
  field: 'signInCaptcha',
  section: SECTION,
  order: 20,
  label: 'Ask for a captcha after repeated failures to log in',
  help: 'After three failures from one place.',
})

export const captchaSettings = [commentCaptcha, signInCaptcha]

/** Key from which words are derived. Made when the wiki starts for the first time; the same for all servers. */
export const captchaKey = setting('captcha.key', z.string(), '')
