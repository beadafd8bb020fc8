import { defineMacro, h, type Html, type Macro, type RenderContext } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { labelsInUse, labelsOn, labelWire, type LabelQuery, type LabelRow } from '#features/labels/server/index.ts'
import { labelPath } from '#features/labels/shared.ts'
import { labels, spaceKey } from './parameters.ts'
import { isEverywhere } from './query.ts'

/** Labels that a macro lists at most. */
const MOST_LABELS = 500
/** Labels of a page whose related ones are looked for. */
const MOST_RELATED_TO = 20

const count = { type: 'number', label: 'Maximum number of labels', min: 1, max: MOST_LABELS } as const

/** `listlabels`: all labels of a space, by their first letter. */
const listLabels = defineMacro({
  name: 'listlabels',
  title: 'Labels list',
  description: 'All labels of a space, by their first letter.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaceKey, excludedLabels: { ...labels, label: 'Exclude labels' } },
  async render(call, context) {
    const excluded = new Set(call.parameters.excludedLabels.map(name => name.toLowerCase()))
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
  title: 'Popular labels',
  description: 'The labels that are used most.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: { spaceKey: { ...spaceKey, help: 'Key. Default: all spaces.' }, count: { ...count, default: 100 } },
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
  title: 'Recently used labels',
  description: 'The labels that were added last.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    count: { ...count, default: 10 },
    scope: {
      type: 'enum',
      label: 'Scope',
      help: 'In all spaces, in this space, or by the reader.',
      values: ['global', 'space', 'personal'],
      default: 'global',
    },
    title: { type: 'text', label: 'Title', maxLength: 300 },
  },
  async render(call, context) {
    const { count: limit, scope, title } = call.parameters
    const ctx = contextOf(context)
    const found =
      scope === 'personal'
        ? await inUse(ctx, context, { addedBy: ctx.viewer.userId ?? 0, order: 'recent', limit })
        : await labelsIn(context, scope === 'space' ? context.page.spaceKey : '@all', 'recent', limit)
    return call.root('div', {}, title?.trim() && h('h3', {}, title.trim()), listOrNothing(found, context))
  },
})

/** `related-labels`: labels of the contents that have a label of this page, or one of those that are named. */
const relatedLabels = defineMacro({
  name: 'related-labels',
  title: 'Related labels',
  description: 'Labels of the pages that have a label of this page.',
  category: 'navigation',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    labels: { ...labels, help: 'Default: those of this page.', aliases: ['', 'label'] },
    count: { ...count, default: 25 },
  },
  async render(call, context) {
    const ctx = contextOf(context)
    const named = call.parameters.labels.map(name => name.toLowerCase())
    const limit = call.parameters.count
    const own = named.length > 0 ? named : (await labelsOn(ctx, Number(context.page.id))).map(({ name }) => name)
    const relatedTo = own.slice(0, MOST_RELATED_TO)
    const found = own.length > 0 ? await inUse(ctx, context, { relatedTo, order: 'popular', limit }) : []
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
