export { ErrorMessageView, FieldView, HiddenFieldView, InfoMessageView } from './FormView.tsx'
