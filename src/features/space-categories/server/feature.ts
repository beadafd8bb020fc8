import type { ServerFeature } from '#platform/server/app.ts'
import { labelWire } from '#features/labels/server/index.ts'
import { cqlFields } from '#features/search/server/index.ts'
import { requireAdministeredSpace, spaceExpansions, spaceFilters } from '#features/spaces/server/index.ts'
import { addCategory, removeCategory } from '../contract.ts'
import { migrations } from './migrations.ts'
import { categoriesOf, categorise, categoryName, inCategory, MAX_CATEGORIES, uncategorise } from './store.ts'

/**
 * Categories of spaces: in the answers about spaces, as a filter of their lists, in CQL, and changed by who administers
 * a space.
 */
export const spaceCategoriesFeature: ServerFeature = {
  name: 'space-categories',
  migrations,
  register(app) {
    app.extensions.add(spaceExpansions, {
      name: 'metadata.labels',
      async load(ctx, spaces) {
        const all = await categoriesOf(
          ctx,
          spaces.map(space => space.id),
        )
        return new Map(
          [...all].map(([id, labels]) => {
            const results = labels.map(labelWire)
            return [id, { results, start: 0, limit: MAX_CATEGORIES, size: results.length, _links: {} }]
          }),
        )
      },
    })
    for (const entity of ['content', 'space'] as const) {
      app.extensions.add(cqlFields, {
        field: 'space.category',
        entity,
        compile: (_ctx, predicate) =>
          inCategory(
            predicate.kind === 'strings' ? predicate.values.map(categoryName) : [],
            entity === 'space' ? 'space.id' : 'content.space_id',
          ),
      })
    }
    app.extensions.add(spaceFilters, {
      parameter: 'label',
      where: (_ctx, values) => inCategory(values.map(categoryName)),
    })

    app.http.handle(addCategory, async ({ ctx, params }) => {
      await categorise(ctx, await requireAdministeredSpace(ctx, params.key), categoryName(params.category))
    })
    app.http.handle(removeCategory, async ({ ctx, params }) => {
      await uncategorise(ctx, await requireAdministeredSpace(ctx, params.key), categoryName(params.category))
    })
  },
}
