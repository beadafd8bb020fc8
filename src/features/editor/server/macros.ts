import { z } from 'zod'
import {
  element,
  isBox,
  macroCategories,
  macroOf,
  namedExcerptsIn,
  nodesToText,
  pageByText,
  RenderLimitError,
  type Macro,
  type MacroInvocation,
  type Parameter,
  type RenderPage,
} from '#language/index.ts'
import { endpoint, type QueryOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Translate } from '#platform/texts.ts'
import { looseBoolean } from '#platform/wire.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { documentOf } from '#features/content-core/server/read.ts'
import { macrosOf, pageOf, renderWhole, WikiHost } from '#features/content-core/server/render.ts'
import { readBody } from '#features/content-core/server/write.ts'
import { isDiagramMacro } from '#features/diagrams/macros-shared.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { EditorMacro } from '../contract.ts'
import { MOST_EXCERPTS } from '../macros-shared.ts'
import {
  listExcerpts,
  listMacroForms,
  listMacros,
  previewMacros,
  type MacroForm,
  type MacroParameter,
} from '../macros-contract.ts'

/** Calls of one user: each time that a form changes, and once for each portion of a page. */
const MOST_PREVIEWS_IN_A_MINUTE = 240
/** Characters of an excerpt in a list. */
const MOST_TEXT = 200

/** The macros that the editor has no other way to insert: diagrams have an editor. */
function insertable({ app }: Context): Macro[] {
  return macrosOf(app).filter(({ name }) => !isDiagramMacro(name))
}

/** Macros as the editor inserts and shows them, in the order in which features add them. */
export function editorMacros(ctx: Context): EditorMacro[] {
  const { t } = readerOf(ctx)
  return insertable(ctx).map(macro => {
    const { name, title, description, category, insert, parameters } = macro.declaration
    const isCommon = insert !== undefined
    const isAsked = Object.values(parameters).some(({ required }) => required || !isCommon)
    const hasForm = isAsked || insert?.opensForm === true
    return {
      name,
      aliases: [...macro.aliases],
      title: t(title),
      description: t(description),
      category,
      keywords: [title, name, ...macro.aliases, insert?.keywords].join(' '),
      isCommon,
      hasForm,
      parameters: insert?.parameters ?? {},
      isBox: isBox(macro),
      hasTitle: Object.hasOwn(parameters, 'title'),
    }
  })
}

/** Macros as forms show them. */
function macroForms(ctx: Context) {
  const { t } = readerOf(ctx)
  return {
    categories: Object.entries(macroCategories).map(([name, title]) => ({ name, title: t(title) })),
    macros: insertable(ctx).map(macro => {
      const { name, title, description, category, body, insert, parameters } = macro.declaration
      return {
        name,
        aliases: [...macro.aliases],
        title: t(title),
        description: t(description),
        category,
        body,
        isBox: isBox(macro),
        isInline: macro.output(newMacro(name, body, insert?.parameters)) === 'inline',
        values: insert?.parameters ?? {},
        parameters: Object.entries(parameters).map(([parameter, type]) => parameterForm(parameter, type, t)),
      }
    }),
  }
}

function newMacro(name: string, bodyKind: MacroForm['body'], parameters: MacroInvocation['parameters'] = {}) {
  return macroOf(
    element('ac:structured-macro', { 'ac:name': name }, [
      ...Object.entries(parameters).map(([key, value]) => element('ac:parameter', { 'ac:name': key }, [value])),
      ...(bodyKind === 'none' ? [] : [element(bodyKind === 'rich' ? 'ac:rich-text-body' : 'ac:plain-text-body')]),
    ]),
  )
}

function parameterForm(name: string, parameter: Parameter, t: Translate): MacroParameter {
  const { type, label, help, required = false, aliases = [], default: value } = parameter
  return {
    name,
    aliases: [...aliases],
    type,
    label: t(label),
    help: help === undefined ? '' : t(help),
    isRequired: required,
    isList: 'list' in parameter,
    default: value === undefined ? '' : String(value),
    values: type === 'enum' ? [...parameter.values] : [],
    ...(type === 'excerpt' && { excerpt: { page: parameter.page, of: parameter.of } }),
    ...(type === 'number' && parameter.min !== undefined && { min: parameter.min }),
    ...(type === 'number' && parameter.max !== undefined && { max: parameter.max }),
  }
}

/** HTML of macros in a page, one by one, so that one that fails leaves the others. */
async function previewsOf(ctx: Context, id: number, sources: readonly string[]): Promise<string[]> {
  const row = await requireContent(ctx, id)
  await authorise(ctx, row, 'update')
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const page = pageOf(row, space?.key ?? '')
  const previews: string[] = []
  for (const source of sources) previews.push(await previewOf(ctx, source, page, row.space_id))
  return previews
}

async function previewOf(ctx: Context, source: string, page: RenderPage, spaceId: number): Promise<string> {
  try {
    const { storage } = await readBody(ctx.app, { value: source, representation: 'storage' })
    return (await renderWhole(ctx, storage, page, 'preview', spaceId)).html
  } catch (error) {
    if (error instanceof RenderLimitError || error instanceof HttpError) return ''
    throw error
  }
}

/** Named excerpts of the page that a macro of another page names. */
async function excerptsOf(ctx: Context, { contentId, page, spaceKey, of }: QueryOf<typeof listExcerpts>) {
  const row = await requireContent(ctx, Number(contentId))
  await authorise(ctx, row, 'update')
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const here = pageOf(row, space?.key ?? '')
  const host = new WikiHost(ctx)
  const included =
    (await host.includedText({ kind: 'page', title: page, spaceKey }, here)) ??
    (spaceKey === undefined ? await host.includedText(pageByText(page), here) : undefined)
  if (!included) return []
  return [...namedExcerptsIn(documentOf(included.storage), of)]
    .slice(0, MOST_EXCERPTS)
    .map(([name, { rich }]) => ({ name, text: nodesToText(rich).replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT) }))
}

/** Macros as editors of the old product list them. Without `detailed`, parameters are left out. */
const browseMacros = endpoint({
  method: 'GET',
  path: '/plugins/macrobrowser/browse-macros.action',
  tag: 'compatibility',
  summary: 'Macros with their titles and parameters, in the language of the reader',
  query: z.object({ detailed: looseBoolean.default(true) }),
})

export function macroCalls(app: App): void {
  const { http } = app
  const limit = rateLimited<Context>(
    app,
    { name: 'macro-previews', max: MOST_PREVIEWS_IN_A_MINUTE, windowMs: 60_000 },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  http.handle(listMacros, ({ ctx }) => ({ macros: editorMacros(ctx) }))
  http.handle(listMacroForms, ({ ctx }) => macroForms(ctx))
  http.handle(previewMacros, async ({ ctx, body }) => {
    limit(ctx)
    return { previews: await previewsOf(ctx, body.contentId, body.sources) }
  })
  http.handle(listExcerpts, async ({ ctx, query }) => ({ excerpts: await excerptsOf(ctx, query) }))
  http.handle(browseMacros, ({ ctx, query: { detailed } }) => {
    const { t } = readerOf(ctx)
    return {
      categories: Object.entries(macroCategories).map(([name, title]) => ({ name, displayName: t(title) })),
      macros: macrosOf(ctx.app).map(macro => macroWire(macro, t, detailed)),
    }
  })
}

function macroWire({ declaration, aliases }: Macro, t: Translate, isDetailed: boolean) {
  const { name, title, description, category, body, insert, parameters } = declaration
  const details = Object.entries(parameters).map(([parameter, type]) => parameterWire(parameter, type, t))
  return {
    macroName: name,
    title: t(title),
    description: t(description),
    aliases,
    categories: [category],
    bodyType: { none: 'none', rich: 'rich-text', plain: 'plain-text' }[body],
    bodyDeprecated: false,
    hidden: insert === undefined,
    anyParameterRequired: details.some(({ required }) => required),
    ...(isDetailed && { formDetails: { macroName: name, parameters: details } }),
  }
}

/** Types of parameters as the old product calls them; others have the same name there. */
const OLD_TYPES: Readonly<Partial<Record<Parameter['type'], string>>> = {
  colour: 'color',
  excerpt: 'string',
  length: 'string',
  number: 'int',
  page: 'confluence-content',
  space: 'spacekey',
  text: 'string',
  user: 'username',
}

function parameterWire(name: string, parameter: Parameter, t: Translate) {
  const { type, label, help, required = false, aliases = [], default: value } = parameter
  return {
    name,
    type: { name: OLD_TYPES[type] ?? type },
    displayName: t(label),
    description: help === undefined ? '' : t(help),
    required,
    multiple: 'list' in parameter,
    defaultValue: value === undefined ? null : String(value),
    enumValues: type === 'enum' ? parameter.values : [],
    aliases,
  }
}
