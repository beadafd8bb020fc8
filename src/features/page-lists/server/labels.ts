import { defineMacro, h, type Html, type Macro, type RenderContext } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content/server/index.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { labelsInUse, labelsOn, labelWire, type LabelQuery, type LabelRow } from '#features/labels/server/index.ts'
import { labelPath } from '#features/labels/shared.ts'
import { isEverywhere, namesIn } from './query.ts'

/** Labels that a macro lists at most. */
const MOST_LABELS = 500
/** Labels of a page whose related ones are looked for. */
const MOST_RELATED_TO = 20

/** `listlabels`: all labels of a space, by their first letter. */
const listLabels = defineMacro({
  name: 'listlabels',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    spaceKey: { type: 'string', aliases: ['', 'space'], maxLength: 255 },
    excludedLabels: { type: 'string' },
  },
  async render(call, context) {
    const excluded = new Set(namesIn(call.parameters.excludedLabels?.toLowerCase()))
    const found = await labelsIn(context, call.parameters.spaceKey ?? context.page.spaceKey, 'name', MOST_LABELS)
    const letters = [
      ...Map.groupBy(
        found.filter(({ name }) => !excluded.has(name)),
        ({ name }) => /^\p{L}/u.exec(name)?.[0].toUpperCase() ?? '0-9',
      ),
    ]
    if (letters.length === 0) return call.root('div', {}, nothing(context))
    return call.root(
      'div',
      { class: 'label-index' },
      ...letters.flatMap(([letter, rows]) => [h('h4', {}, letter), labelList(rows, context)]),
    )
  },
})

/** `popular-labels`: the labels that are used most, in a space or in all. */
const popularLabels = defineMacro({
  name: 'popular-labels',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    spaceKey: { type: 'string', aliases: ['', 'space'], maxLength: 255 },
    count: { type: 'integer', default: 100, min: 1, max: MOST_LABELS },
  },
  render: async (call, context) =>
    call.root(
      'div',
      {},
      listOrNothing(
        await labelsIn(context, call.parameters.spaceKey ?? '@all', 'popular', call.parameters.count),
        context,
      ),
    ),
})

/** `recently-used-labels`: the labels that were used last, in the space, by its reader, or anywhere. */
const recentlyUsedLabels = defineMacro({
  name: 'recently-used-labels',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    count: { type: 'integer', default: 10, min: 1, max: MOST_LABELS },
    scope: { type: 'enum', values: ['global', 'space', 'personal'], default: 'global' },
    title: { type: 'string', maxLength: 300 },
  },
  async render(call, context) {
    const { count, scope, title } = call.parameters
    const ctx = contextOf(context)
    const found =
      scope === 'personal'
        ? await inUse(ctx, context, { addedBy: ctx.viewer.userId ?? 0, order: 'recent', limit: count })
        : await labelsIn(context, scope === 'space' ? context.page.spaceKey : '@all', 'recent', count)
    return call.root('div', {}, title?.trim() && h('h3', {}, title.trim()), listOrNothing(found, context))
  },
})

/** `related-labels`: labels of the contents that have a label of this page, or one of those that are named. */
const relatedLabels = defineMacro({
  name: 'related-labels',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    labels: { type: 'string', aliases: ['', 'label'] },
    count: { type: 'integer', default: 25, min: 1, max: MOST_LABELS },
  },
  async render(call, context) {
    const { labels, count } = call.parameters
    const ctx = contextOf(context)
    const named = namesIn(labels?.toLowerCase())
    const own = named.length > 0 ? named : (await labelsOn(ctx, Number(context.page.id))).map(({ name }) => name)
    const relatedTo = own.slice(0, MOST_RELATED_TO)
    const found = own.length > 0 ? await inUse(ctx, context, { relatedTo, order: 'popular', limit: count }) : []
    const others = found.filter(row => !own.includes(row.name))
    return call.root('div', {}, listOrNothing(others, context))
  },
})

export const labelMacros: readonly Macro[] = [listLabels, popularLabels, recentlyUsedLabels, relatedLabels]

async function labelsIn(
  context: RenderContext,
  spaceKey: string,
  order: LabelQuery['order'],
  limit: number,
): Promise<LabelRow[]> {
  const ctx = contextOf(context)
  if (isEverywhere([spaceKey.trim()])) return inUse(ctx, context, { order, limit })
  const space = await findSpace(ctx, spaceKey.trim())
  return space ? inUse(ctx, context, { spaceId: space.id, order, limit }) : []
}

async function inUse(ctx: Context, context: RenderContext, query: Omit<LabelQuery, 'start'>): Promise<LabelRow[]> {
  context.depends.volatile()
  return labelsInUse(ctx, ctx.app, { ...query, start: 0 })
}

function listOrNothing(rows: readonly LabelRow[], context: RenderContext): Html {
  return rows.length > 0 ? labelList(rows, context) : nothing(context)
}

function labelList(rows: readonly LabelRow[], context: RenderContext): Html {
  return h(
    'ul',
    { class: 'ox-labels label-list' },
    ...rows.map(row => {
      const { label } = labelWire(row)
      return h(
        'li',
        { class: 'aui-label' },
        h('a', { class: 'ox-label', rel: 'tag', href: context.url(labelPath(label)) }, label),
      )
    }),
  )
}

function nothing(context: RenderContext): Html {
  return h('p', { class: 'blank-experience' }, readerOf(contextOf(context)).t('No labels found.'))
}
