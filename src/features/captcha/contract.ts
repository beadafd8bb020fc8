import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { MAX_CAPTCHA_FIELD, QUESTION_PATH } from './shared.ts'

const tag = 'captcha'
const id = z.string().min(1).max(MAX_CAPTCHA_FIELD)

export const captchaPicture = endpoint({
  method: 'GET',
  path: '/jcaptcha',
  tag,
  summary: 'Picture of a word to type; any id that the caller makes up is accepted, until it is answered',
  query: z.object({ id }),
})

export const captchaQuestion = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/captcha/:id/question',
  tag,
  summary: 'A question, in words, that is answered in the place of the picture with the same id',
  params: z.object({ id }),
  response: z.object({ text: z.string() }),
})

export const captchaQuestionPage = endpoint({
  method: 'GET',
  path: QUESTION_PATH,
  tag,
  summary: 'The same question as an HTML document, for browsers without script',
  query: z.object({ id }),
})
