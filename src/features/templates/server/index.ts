export { createFromTemplateButton } from './button.ts'
export { templatesFeature } from './feature.ts'
