export { createFromTemplateButton } from './button.ts'
export { templatesFeature } from './feature.ts'
export { indexPageFollowers, type IndexPageFollower } from './index-page.ts'
export { hasTemplate, importTemplate } from './store.ts'
