import { defineMacro, h, type Html, type RenderContext } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { createFromTemplateButton } from '#features/templates/server/index.ts'
import { blank, blankTexts, cqlOf, faultOf, listQuery } from '#features/page-lists/server/index.ts'
import { MOST_REPORT_ROWS, PROPERTIES_REPORT_MACRO, REPORT_PAGE_SIZE } from '../shared.ts'
import { reportOf } from './report.ts'
import { reportTableOf } from './table.ts'

/** Cost of a cell in the budget of a rendering. */
const CELL_COST = 20

/** `detailssummary`: the properties of pages as a table, which is read for each reader. */
export const propertiesReport = defineMacro({
  name: PROPERTIES_REPORT_MACRO,
  title: 'Page properties report',
  description: 'The page properties of many pages, as a table with a row for each page.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    ...listQuery,
    id: {
      type: 'text',
      label: 'Id of the properties',
      help: 'Only page properties with this id are shown.',
      maxLength: 1000,
    },
    firstcolumn: { type: 'text', label: 'Heading of the first column', maxLength: 300 },
    headings: {
      type: 'text',
      label: 'Columns',
      help: 'Separated by commas. Put a name with a comma in double quotation marks. Default: all.',
      maxLength: 10_000,
    },
    sortBy: {
      type: 'text',
      label: 'Sort by',
      help: 'Title, Creator, Created, Modified or a column. Default: the last changed first.',
      maxLength: 300,
    },
    reverseSort: { type: 'boolean', label: 'Reverse order' },
    pageSize: {
      type: 'number',
      label: 'Rows',
      help: 'Readers can show up to 200.',
      default: REPORT_PAGE_SIZE,
      min: 1,
    },
    showCreator: { type: 'boolean', label: 'Show creators' },
    showLastModified: { type: 'boolean', label: 'Show last change' },
    showPageLabels: { type: 'boolean', label: 'Show labels' },
    showCommentsCount: { type: 'boolean', label: 'Show number of comments' },
    showLikesCount: { type: 'boolean', label: 'Show number of likes' },
    ...blankTexts,
    contentBlueprintId: {
      type: 'text',
      label: 'Id of the blueprint',
      help: 'An empty report has a button that creates a page from it.',
      maxLength: 300,
    },
    blueprintModuleCompleteKey: { type: 'text', label: 'Key of the blueprint', maxLength: 300 },
    createButtonLabel: { type: 'text', label: 'Label of the button', maxLength: 300 },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const { page } = context
    const note = (text: string) => call.root('div', { class: 'error', role: 'note' }, text)
    const p = call.parameters
    const cql = cqlOf(p, page.spaceKey)
    if (cql === undefined) return note(t('No labels are named.'))
    const query = {
      contentId: Number(page.id),
      spaceKey: page.spaceKey,
      cql,
      detailsId: p.id ?? '',
      headings: p.headings ?? '',
      sortBy: p.sortBy ?? '',
      reverseSort: p.reverseSort,
      showCreator: p.showCreator,
      showLastModified: p.showLastModified,
      showPageLabels: p.showPageLabels,
      countComments: p.showCommentsCount,
      countLikes: p.showLikesCount,
      pageSize: Math.min(p.pageSize, MOST_REPORT_ROWS),
      pageIndex: 0,
    }
    const report = await reportOf(ctx, query, context).catch(faultOf)
    if (typeof report === 'string') return note(report)
    if (report.lines.length === 0) return call.root('div', {}, blank(p, ctx), await createButton(ctx, p, context))
    if (!context.spend(report.lines.length * (report.headings.length + 1) * CELL_COST))
      return note(context.t('This page has too many lists.'))
    const firstColumn = p.firstcolumn ?? ''
    return call.root(
      'div',
      { class: 'page-properties-report', 'data-report': JSON.stringify({ ...query, firstColumn }) },
      h(
        'div',
        { class: 'page-properties-report-rows' },
        ...reportTableOf(ctx, report, { query, firstColumn, url: path => context.url(path) }),
      ),
    )
  },
})

interface ButtonParameters {
  contentBlueprintId?: string | undefined
  blueprintModuleCompleteKey?: string | undefined
  createButtonLabel?: string | undefined
}

/** Begins the first page of a report whose pages come from a blueprint. */
async function createButton(
  ctx: Context,
  { contentBlueprintId, blueprintModuleCompleteKey, createButtonLabel }: ButtonParameters,
  context: RenderContext,
): Promise<Html | undefined> {
  const { mode, page } = context
  if (mode !== 'view' && mode !== 'preview') return undefined
  context.depends.perUser()
  const space = await findSpace(ctx, page.spaceKey)
  if (!space) return undefined
  const target = { contentBlueprintId, blueprintModuleCompleteKey }
  const button = await createFromTemplateButton(ctx, target, {
    space,
    label: createButtonLabel,
    url: path => context.url(path),
  })
  return button && h('p', {}, button)
}
