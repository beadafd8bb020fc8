export {
  errorMessage,
  field,
  formPage,
  hidden,
  infoMessage,
  translateFor,
  type Field,
  type FormPage,
} from './form-page.ts'
