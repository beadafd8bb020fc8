import { webFeature } from '#platform/web/feature.ts'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { TABLE_FILTER_MACRO } from '../shared.ts'

registerIsland(`${macroSelector(TABLE_FILTER_MACRO)}[data-filter]`, () => import('./island.ts'))

export const tableMacrosWeb = webFeature({ name: 'table-macros' })
