import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

/** Whether comments of visitors who are not signed in need a captcha. */
export const commentCaptcha = setting('captcha.comments', z.boolean(), true)
/** Whether signing in needs a captcha after repeated failures. */
export const signInCaptcha = setting('captcha.sign-in', z.boolean(), true)
/** Key from which words are derived. Made when the wiki starts for the first time; the same for all servers. */
export const captchaKey = setting('captcha.key', z.string(), '')
