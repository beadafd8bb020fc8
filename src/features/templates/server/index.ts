export { createFromTemplateButton } from './button.ts'
export { templatesFeature } from './feature.ts'
export { importTemplate } from './store.ts'
