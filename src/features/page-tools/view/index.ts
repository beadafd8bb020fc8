export { PersonNameView } from './PersonNameView.tsx'
