export { captchaFeature } from './feature.ts'
export { captchaForComment, isCommentCaptchaOn, requireCommentCaptcha } from './comments.ts'
export { captchaIn, type CaptchaAnswer } from './answers.ts'
