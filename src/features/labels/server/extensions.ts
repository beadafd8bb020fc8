import { createElement as h } from 'react'
import { z } from 'zod'
import { badRequest } from '#platform/server/http/errors.ts'
import type { ContentFilter } from '#features/content-core/server/read.ts'
import type { ContentWriter } from '#features/content-core/server/write.ts'
import { INNER_LIMIT, type ContentExpansion, type PagePart } from '#features/content/server/index.ts'
import type { CqlField } from '#features/search/server/index.ts'
import type { SpaceFilter } from '#features/spaces/server/index.ts'
import type { LabelWire } from '../contract.ts'
import { LabelBarView } from '../view/LabelBarView.tsx'
import { labelName, labelNamesIn } from './names.ts'
import {
  attachLabels,
  copyLabels,
  hasLabel,
  holdsLabelled,
  labelCount,
  labelsOf,
  labelsOn,
  labelWire,
} from './store.ts'

const sent = z.object({ name: z.string(), prefix: z.string().nullish() }).loose()
/** Labels beside a body: a list, or the collection that was fetched before. */
const sentLabels = z.union([
  z.array(sent),
  z
    .object({ results: z.array(sent) })
    .loose()
    .transform(value => value.results),
])

const labelNames = (values: readonly string[]) => values.map(value => labelName(value))

/** `metadata.labels` of contents over REST. */
export const labelExpansion: ContentExpansion = {
  path: 'metadata.labels',
  isOfRows: true,
  async load(ctx, rows) {
    const all = await labelsOf(
      ctx,
      rows.map(row => row.id),
    )
    return new Map(
      rows.map(row => {
        const results = (all.get(row.id) ?? []).slice(0, INNER_LIMIT).map(labelWire)
        const self = `${ctx.app.baseUrl}/rest/api/content/${row.id}/label`
        return [row.id, { results, start: 0, limit: INNER_LIMIT, size: results.length, _links: { self } }]
      }),
    )
  },
}

/** `label=…` of lists of contents. */
export const labelFilter: ContentFilter = {
  parameter: 'label',
  where: (ctx, values) => hasLabel(labelNames(values), ctx.viewer),
}

/** `contentLabel=…` of lists of spaces. */
export const spaceLabelFilter: SpaceFilter = {
  parameter: 'contentLabel',
  where: (ctx, values) => holdsLabelled(ctx, labelNames(values)),
}

/** `label = …` of CQL. */
export const labelField: CqlField = {
  field: 'label',
  entity: 'content',
  compile: (ctx, predicate) => hasLabel(predicate.kind === 'strings' ? labelNames(predicate.values) : [], ctx.viewer),
}

/** Stores the labels that arrive with a body, and copies those of a page. */
export const labelWriter: ContentWriter = {
  // They are added: labels that the body leaves out stay.
  async stored(tx, ctx, row, { metadata }) {
    if (metadata['labels'] === undefined || metadata['labels'] === null) return
    const given = sentLabels.safeParse(metadata['labels'])
    if (!given.success)
      throw badRequest('must be a list of {prefix, name}', { field: 'metadata.labels', forPrograms: true })
    const names = given.data.flatMap(label => labelNamesIn(label.name, label.prefix))
    await attachLabels(tx, ctx, row, names)
  },
  async copied(tx, _ctx, from, to, options) {
    if (options.labels) await copyLabels(tx, from.id, to.id)
  },
}

/** The labels below a page's text. */
export const labelBar: PagePart = {
  name: 'labels',
  count: labelCount,
  isOfPage: true,
  load: async (ctx, row, count) => (count === 0 ? [] : (await labelsOn(ctx, row.id)).map(labelWire)),
  after: (value, { reader }) => h(LabelBarView, { labels: value as LabelWire[], reader }),
}
