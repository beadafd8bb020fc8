import { createElement as h } from 'react'
import { z } from 'zod'
import type { ServerFeature } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { contentExpansions, contentFilters, contentWriters, INNER_LIMIT, pageParts } from '#features/content/server/index.ts'
import { cqlFields } from '#features/search/server/index.ts'
import { spaceFilters } from '#features/spaces/server/index.ts'
import type { LabelWire } from '../contract.ts'
import { LabelBarView } from '../view/LabelBarView.tsx'
import { migrations } from './migrations.ts'
import { labelName } from './names.ts'
import { labelRoutes } from './routes.ts'
import { attachLabels, hasLabel, holdsLabelled, labelsOf, labelsOn, labelWire } from './store.ts'
import './tables.ts'
import de from '../i18n/de.json' with { type: 'json' }

export { labelName, type LabelName } from './names.ts'
export { labelId, labelled, labelsOf, labelWire, type LabelRow } from './store.ts'

const sent = z.object({ name: z.string(), prefix: z.string().nullish() }).loose()
/** Labels beside a body: a list, or the collection that was fetched before. */
const sentLabels = z.union([z.array(sent), z.object({ results: z.array(sent) }).loose().transform(value => value.results)])

/** Labels of pages, posts and attachments. */
export const labelsFeature: ServerFeature = {
  name: 'labels',
  messages: { de },
  migrations,
  register(app) {
    app.extensions.add(contentExpansions, {
      path: 'metadata.labels',
      async load(ctx, rows) {
        const all = await labelsOf(ctx, rows.map(row => row.id))
        return new Map(rows.map(row => {
          const results = (all.get(row.id) ?? []).slice(0, INNER_LIMIT).map(labelWire)
          const self = `${ctx.app.baseUrl}/rest/api/content/${row.id}/label`
          return [row.id, { results, start: 0, limit: INNER_LIMIT, size: results.length, _links: { self } }]
        }))
      },
    })
    app.extensions.add(contentFilters, {
      parameter: 'label',
      where: (ctx, values) => hasLabel(values.map(value => labelName(value)), ctx.viewer),
    })
    app.extensions.add(spaceFilters, {
      parameter: 'contentLabel',
      where: (ctx, values) => holdsLabelled(ctx, values.map(value => labelName(value))),
    })
    app.extensions.add(cqlFields, {
      field: 'label',
      entity: 'content',
      compile: (ctx, predicate) => hasLabel(predicate.kind === 'strings' ? predicate.values.map(value => labelName(value)) : [], ctx.viewer),
    })
    app.extensions.add(contentWriters, {
      // Labels that arrive with a body are added; those that it leaves out stay.
      async stored(tx, ctx, row, metadata) {
        if (metadata['labels'] === undefined || metadata['labels'] === null) return
        const given = sentLabels.safeParse(metadata['labels'])
        if (!given.success) throw badRequest('must be a list of {prefix, name}', {
          field: 'metadata.labels', forPrograms: true,
        })
        await attachLabels(tx, ctx, row, given.data.map(label => labelName(label.name, label.prefix)))
      },
      async copied(tx, _ctx, from, to, options) {
        if (!options.labels) return
        const rows = await tx.db.selectFrom('content_label').innerJoin('label', 'label.id', 'content_label.label_id')
          .select(['content_label.label_id', 'content_label.account_id'])
          .where('content_label.content_id', '=', from.id).where('label.owner_id', '=', 0).execute()
        if (rows.length === 0) return
        await tx.db.insertInto('content_label')
          .values(rows.map(row => ({ ...row, content_id: to.id, created_at: Date.now() }))).execute()
      },
    })
    app.extensions.add(pageParts, {
      name: 'labels',
      load: async (ctx, row) => (await labelsOn(ctx, row.id)).map(labelWire),
      after: (value, { reader }) => h(LabelBarView, { labels: value as LabelWire[], reader }),
    })
    labelRoutes(app)
  },
}
