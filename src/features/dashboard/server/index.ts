export { dashboardFeature } from './feature.ts'
export { dashboardQueries } from './start-page.ts'
