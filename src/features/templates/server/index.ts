export { createFromTemplateButton } from './button.ts'
export { templatesFeature } from './feature.ts'
export { indexPageFollowers, type IndexPageFollower } from './index-page.ts'
export { importTemplate } from './store.ts'
