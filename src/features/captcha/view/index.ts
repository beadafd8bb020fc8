export { CaptchaView, type CaptchaShown } from './CaptchaView.tsx'
