export { ErrorMessageView, FieldView, HiddenFieldView, InfoMessageView, WarningMessageView } from './FormView.tsx'
