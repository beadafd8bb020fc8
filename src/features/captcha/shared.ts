/** Refusal of a wrong, an expired or an already given answer. */
export const CAPTCHA_MISMATCH = 'The typed word did not match the text in the picture.'
/** Placeholder of the field below the picture. */
export const CAPTCHA_PLACEHOLDER = 'Type the word above'
/** Names of the form fields and, with these capitals, of the headers of calls. */
export const CAPTCHA_ID = 'captchaId'
export const CAPTCHA_RESPONSE = 'captchaResponse'
/** Characters of an id or a response. */
export const MAX_CAPTCHA_FIELD = 200
/** Size of the picture in CSS pixels. */
export const CAPTCHA_WIDTH = 200
export const CAPTCHA_HEIGHT = 64

/** Path of the question of an id as a document. */
export const QUESTION_PATH = '/jcaptcha/question'

/** Address of the question of an id as a document. */
export function questionPath(id: string): string {
  return `${QUESTION_PATH}?id=${encodeURIComponent(id)}`
}

/** Address of a picture. */
export function captchaPath(id: string): string {
  return `/jcaptcha?id=${encodeURIComponent(id)}`
}
